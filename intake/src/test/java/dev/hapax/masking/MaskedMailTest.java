package dev.hapax.masking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedMailTest {

    private static final List<SourceSettings> SOURCES = SettingsFile.parse("""
            application-id: test
            kafka: { bootstrap.servers: "localhost:9092" }
            sources: [ { topic: mails, format: rfc822, identity: { field: message-id } } ]
            classifiers: { rules: { file: rules.yaml } }
            """, "test.yaml", Path.of("."), name -> null)
            .settings()
            .sources();

    private static final String MAIL = """
            Return-Path: <ann@example.org>
            Received: by mx.example.org
            Received: by =?utf-8?B?%s?=
            From: Ann <ann@example.org>
            Reply-To: =?utf-8?B?%s?=
            Subject: =?utf-8?Q?F=C3=BCnf?= messages
            X-Folded: fine,
              and more
            Message-ID: <1@example.org>

            written by ann@example.org
            """.formatted(base64("mx.example.org"), base64("ann@example.org"));

    @ParameterizedTest
    @ValueSource(strings = {"from", "sender", "sender-domain"})
    void shouldMaskTheSenderInOtherHeadersToo(String mask) {
        MaskedMessage seen = seen(mask, List.of());

        assertThat(seen.masked()).isTrue();
        assertThat(seen.text())
                .doesNotContainIgnoringCase("example.org")
                .doesNotContain(base64("ann@example.org"), base64("mx.example.org"))
                .contains("From: ***", "Message-ID: <1@***>", "Subject: =?utf-8?Q?F=C3=BCnf?= messages")
                .contains("X-Folded: fine,\n  and more");
    }

    @Test
    void shouldMaskEveryValueOfARepeatedHeader() {
        assertThat(seen("received", List.of()).text())
                .contains("Received: ***\nReceived: ***\n")
                .doesNotContain("mx.example");
    }

    @Test
    void shouldMaskTheValueOfAMaskedRecordHeaderInTheMail() {
        MaskedMessage seen = seen("tenant", List.of(new Header("Tenant", utf8("example.org"))));

        assertThat(seen.text()).doesNotContain("example.org", base64("ann@example.org"));
        assertThat(seen.masked()).isTrue();
    }

    @Test
    void shouldShowAMailWithoutMaskedFields() {
        MaskedMessage seen = seen("tenant", List.of());

        assertThat(seen.text()).isEqualTo(MAIL);
        assertThat(seen.masked()).isFalse();
    }

    private static MaskedMessage seen(String mask, List<Header> headers) {
        return new Masking(List.of(mask), SOURCES)
                .of(new Message(new Coordinates("mails", 0, 1), 0, null, utf8(MAIL), headers));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(utf8(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
