package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailIdsTest {

    @ParameterizedTest
    @CsvSource({
        "invoice:42, invoice:42, <invoice+3A42.id.hapax@example.com>",
        "a+2Bb=c, a+2B2Bb+3Dc, <a+2B2Bb+3Dc.id.hapax@example.com>",
        "ann o@x.org, ann+20o@x.org, <ann+20o+40x+2Eorg.id.hapax@example.com>",
        "größe, gr+C3+B6+C3+9Fe, <gr+C3+B6+C3+9Fe.id.hapax@example.com>",
    })
    void shouldWriteAnIdIntoItsMailAndFindItAgain(String id, String envelopeId, String messageId) {
        assertThat(MailIds.envelopeId(id)).isEqualTo(envelopeId);
        assertThat(MailIds.messageId(id, "example.com")).isEqualTo(messageId);
        assertThat(MailIds.ofEnvelopeId(envelopeId)).as("as it was sent").isEqualTo(id);
        assertThat(MailIds.ofMessageId(messageId)).isEqualTo(id);
    }

    @Test
    void shouldFindAnyIdAgain() {
        Random random = new Random(7);
        for (int round = 0; round < 5_000; round++) {
            String id = random.ints(1 + random.nextInt(30), 1, 0x2fff)
                    .filter(Character::isDefined)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            if (!id.isBlank() && id.equals(id.strip())) {
                assertThat(MailIds.ofMessageId(MailIds.messageId(id, "example.com")))
                        .isEqualTo(id);
                String envelopeId = MailIds.envelopeId(id);
                if (!envelopeId.startsWith("sha256:")) {
                    assertThat(MailIds.ofEnvelopeId(envelopeId)).isEqualTo(id);
                }
            }
        }
    }

    @Test
    void shouldTakeAnEnvelopeIdThatTheServerHasDecoded() {
        assertThat(MailIds.ofEnvelopeId("invoice:42")).isEqualTo("invoice:42");
        assertThat(MailIds.ofEnvelopeId(" a+b=c ")).isEqualTo("a+b=c");
        assertThat(MailIds.ofEnvelopeId("a+41"))
                .as("no server had to escape an A")
                .isEqualTo("a+41");
    }

    @Test
    void shouldHashAnIdThatDoesNotFit() {
        String id = ":".repeat(201);

        assertThat(MailIds.envelopeId(id)).matches("sha256:[0-9a-f]{64}");
        assertThat(MailIds.ofEnvelopeId(MailIds.envelopeId(id))).isNull();
        assertThat(MailIds.messageId(id, "example.com")).matches("<[0-9a-f]{32}\\.hapax@example\\.com>");
        assertThat(MailIds.ofMessageId(MailIds.messageId(id, "example.com"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<>",
                "invoice+3A42.id.hapax@example.com",
                "<.id.hapax@example.com>",
                "<20261104.1234@mail.example.com>",
                "<0123456789abcdef0123456789abcdef.hapax@example.com>",
                "<a+3.id.hapax@example.com>",
                "<a+3a.id.hapax@example.com>",
                "<a+41.id.hapax@example.com>",
                "<a+C3.id.hapax@example.com>",
                "<a.b.id.hapax@example.com>",
                "<größe.id.hapax@example.com>",
            })
    void shouldFindNoIdInOtherMessageIds(String messageId) {
        assertThat(MailIds.ofMessageId(messageId)).isNull();
    }
}
