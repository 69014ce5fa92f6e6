package dev.hapax.operations.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuppressionImportTest {

    private final List<String> taken = new ArrayList<>();

    private SuppressionImport.Result read(String text) throws IOException {
        return new SuppressionImport(taken::add).read(new BufferedReader(new StringReader(text)), Progress.UNSEEN);
    }

    @Test
    void shouldReadOneAddressALineAndReportTheOthersByNumber() throws Exception {
        SuppressionImport.Result result =
                read("\ufeffAnn@Example.org\r\n\n# a comment\nnobody\n" + "x".repeat(50_000) + "@example.org\nb@c.de");

        assertThat(taken).containsExactly("ann@example.org", "b@c.de");
        assertThat(result.read()).isEqualTo(4);
        assertThat(result.added()).isEqualTo(2);
        assertThat(result.badLines())
                .extracting(SuppressionImport.BadLine::line)
                .containsExactly(4L, 5L);
        assertThat(result.badLines().get(1).why()).contains("more than 16384 characters");
    }

    @Test
    void shouldReadTheColumnOfACsv() throws Exception {
        SuppressionImport.Result result = read(
                "name,\"Address\",since\n\"Doe, \"\"J\"\"\",j@example.org,2026\nshort\n\"open,a@example.org,x\nLee, LEE@example.org ,\n");

        assertThat(taken).containsExactly("j@example.org", "lee@example.org");
        assertThat(result.badLines())
                .extracting(SuppressionImport.BadLine::line)
                .containsExactly(3L, 4L);
    }

    @Test
    void shouldKeepOnlyTheFirstBadLines() throws Exception {
        SuppressionImport.Result result = read("no\n".repeat(1_000));

        assertThat(result.bad()).isEqualTo(1_000);
        assertThat(result.badLines()).hasSize(100);
    }
}
