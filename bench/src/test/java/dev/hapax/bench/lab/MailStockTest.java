package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailStockTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldHaveMailsOfItsOwn() {
        MailStock mails = MailStock.generated();

        assertThat(mails.size()).isGreaterThan(1_000);
        assertThat(new String(mails.of("any", new SplittableRandom(1)), StandardCharsets.UTF_8))
                .contains("Message-ID: ");
    }

    @Test
    void shouldReadThoseOfAPackedFile() throws IOException {
        Path file = folder.resolve("mail.jsonl.gz");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write("{\"id\":\"1\",\"raw\":\"Subject: hello\\n\\nyou\"}\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(MailStock.read(file).of("any", new SplittableRandom(1)))
                .isEqualTo("Subject: hello\n\nyou".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldNameTheLineThatHasNoMail() throws IOException {
        Path file = Files.writeString(folder.resolve("mail.jsonl"), "{\"raw\":\"a\"}\n{\"text\":\"b\"}\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MailStock.read(file))
                .withMessageContaining("--mail")
                .withMessageContaining(file + ":2")
                .withMessageContaining("raw");
    }
}
