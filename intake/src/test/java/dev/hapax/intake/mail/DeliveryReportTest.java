package dev.hapax.intake.mail;

import static dev.hapax.intake.mail.SampleReports.EXCHANGE;
import static dev.hapax.intake.mail.SampleReports.EXIM;
import static dev.hapax.intake.mail.SampleReports.GMAIL;
import static dev.hapax.intake.mail.SampleReports.POSTFIX;
import static dev.hapax.intake.mail.SampleReports.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.hapax.delivery.Bounce.Action;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.mail.DeliveryReport.Recipient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryReportTest {

    private static final String ENVELOPE_ID = "Original-Envelope-Id: invoice:42\n";
    private static final String MESSAGE_ID = "Message-ID: <invoice+3A42.id.hapax@example.com>\n";

    @Test
    void shouldReadAFailureFromPostfix() throws RefusedException {
        assertThat(read(POSTFIX))
                .isEqualTo(new DeliveryReport(
                        "invoice:42",
                        "mx.example.com",
                        List.of(new Recipient(
                                "ann@example.org",
                                "ann@example.org",
                                Action.FAILED,
                                "5.1.1",
                                "smtp; 550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown"))));
    }

    @Test
    void shouldReadAFailureFromEximThatReturnsTheMessageIdOnly() throws RefusedException {
        assertThat(read(EXIM))
                .isEqualTo(new DeliveryReport(
                        "invoice:42",
                        "smtp.example.com",
                        List.of(new Recipient(
                                "ann@example.org",
                                null,
                                Action.FAILED,
                                "5.0.0",
                                "smtp; 550 No such person at this address"))));
    }

    @Test
    void shouldReadAFailureFromExchangeForAnAddressThatItRewrote() throws RefusedException {
        assertThat(read(EXCHANGE))
                .isEqualTo(new DeliveryReport(
                        "invoice:42",
                        "ex01.corp.example.org",
                        List.of(new Recipient(
                                "ann@corp.example.org",
                                "ann@example.org",
                                Action.FAILED,
                                "5.1.10",
                                "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address"
                                        + " lookup"))));
    }

    @Test
    void shouldReadADelayFromGmail() throws RefusedException {
        DeliveryReport report = read(GMAIL);

        assertThat(report.delivery()).isEqualTo("invoice:42");
        assertThat(report.recipients())
                .extracting(Recipient::action, Recipient::status)
                .containsExactly(tuple(Action.DELAYED, "4.4.1"));
        assertThat(report.judgement().label()).isEqualTo("bounce");
        assertThat(report.judgement().reason()).isEqualTo("Delivery invoice:42: delayed 4.4.1");
    }

    @Test
    void shouldReadTheSameFromLinesThatEndWithALineFeedAlone() throws RefusedException {
        for (String report : List.of(POSTFIX, EXIM, EXCHANGE, GMAIL)) {
            assertThat(DeliveryReport.of(report.getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(read(report));
        }
    }

    @Test
    void shouldPreferTheMessageIdWhichRelaysKeep() throws RefusedException {
        assertThat(read(POSTFIX.replace(ENVELOPE_ID, "Original-Envelope-Id: QQ314159\n"))
                        .delivery())
                .isEqualTo("invoice:42");
        assertThat(read(POSTFIX.replace(MESSAGE_ID, "Message-ID: <7@example.com>\n"))
                        .delivery())
                .as("of a mail that was composed elsewhere")
                .isEqualTo("invoice:42");
        assertThat(read(POSTFIX.replace(MESSAGE_ID, "").replace("invoice:42\nX", "a+2Bb\nX"))
                        .delivery())
                .as("xtext")
                .isEqualTo("a+b");
    }

    @Test
    void shouldReadEveryRecipient() throws RefusedException {
        String more = """
                Final-Recipient: RFC822; <bob@example.org>
                Action: Relayed (to fax)
                Status: 2.0.0 (ok)

                Final-Recipient: rfc822;carol@example.org
                action: EXPANDED
                STATUS: 2.1.5

                """;

        DeliveryReport report = read(POSTFIX.replace("Final-Recipient", more + "Final-Recipient"));

        assertThat(report.recipients())
                .extracting(Recipient::address)
                .containsExactly("bob@example.org", "carol@example.org", "ann@example.org");
        assertThat(report.recipients())
                .extracting(Recipient::action)
                .containsExactly(Action.RELAYED, Action.EXPANDED, Action.FAILED);
        assertThat(report.events(new Coordinates("bounces", 0, 12))).allSatisfy(event -> {
            assertThat(event.at()).isEqualTo("bounces-0@12");
            assertThat(event.server()).isEqualTo("mx.example.com");
        });
    }

    @Test
    void shouldNotCallAnArrivalABounce() throws RefusedException {
        DeliveryReport report =
                read(POSTFIX.replace("Action: failed", "Action: delivered").replace("Status: 5.1.1", "Status: 2.0.0"));

        assertThat(report.judgement().label()).isEqualTo("delivery-status");
        assertThat(report.judgement().important()).isFalse();
    }

    @Test
    void shouldReadAReportWhoseTypeTheServerLeftOut() throws RefusedException {
        assertThat(read(POSTFIX.replace("report-type=delivery-status;", "")).delivery())
                .isEqualTo("invoice:42");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                From: ann@example.org
                Subject: Out of office

                I am back on Monday.
                """,
                """
                From: ann@example.org
                Content-Type: multipart/mixed; boundary=b

                --b
                Content-Type: message/delivery-status

                Action: failed

                --b--
                """,
                """
                From: ann@example.org
                Content-Type: multipart/report; report-type=disposition-notification; boundary=b

                --b
                Content-Type: message/disposition-notification

                Disposition: displayed

                --b--
                """,
                """
                From: ann@example.org
                Content-Type: multipart/report; boundary=b

                --b
                Content-Type: text/plain

                Hello

                --b--
                """,
            })
    void shouldLeaveOtherMailsToTheClassifier(String text) throws RefusedException {
        assertThat(DeliveryReport.of(mail(text))).isNull();
    }

    /** A mail that quotes a report, as its sender wrote it, is not reported by a server. */
    @Test
    void shouldNotReadAReportInsideAReturnedMail() {
        String outer = """
                From: m@example.org
                Content-Type: multipart/report; report-type=delivery-status; boundary=out

                --out
                Content-Type: message/rfc822

                %s
                --out--
                """.formatted(POSTFIX);

        assertRefused(outer, "it has no part message/delivery-status");
    }

    @Test
    void shouldNameWhatIsMissing() {
        assertRefused(
                POSTFIX.replace("message/delivery-status", "text/plain"), "it has no part message/delivery-status");
        assertRefused(POSTFIX.replace(ENVELOPE_ID, "").replace(MESSAGE_ID, ""), "it names no delivery");
        assertRefused(
                POSTFIX.replace(ENVELOPE_ID, "Original-Envelope-Id: sha256:00ff\n")
                        .replace(MESSAGE_ID, ""),
                "Original-Envelope-Id is 'sha256:00ff'");
        assertRefused(POSTFIX.replace("Status: 5.1.1\n", ""), "Status is missing");
        assertRefused(POSTFIX.replace("Status: 5.1.1\n", "Status: 550\n"), "Status is '550'");
        assertRefused(POSTFIX.replace("Action: failed\n", ""), "Action is missing");
        assertRefused(POSTFIX.replace("Action: failed\n", "Action: exploded\n"), "Action is 'exploded'");
        assertRefused(
                POSTFIX.replaceAll("(Final|Original)-Recipient: rfc822; ?ann@example.org", "$1-Recipient: x400; C=us"),
                "a recipient has no mail address");
        assertRefused(POSTFIX.replaceAll("(Final|Original)-Recipient", "X-Recipient"), "it has no recipient");
    }

    @Test
    void shouldBoundTheNumberOfRecipients() {
        String group = """
                Final-Recipient: rfc822; bob@example.org
                Action: failed
                Status: 5.1.1

                """;

        assertRefused(
                POSTFIX.replace("Final-Recipient", group.repeat(20) + "Final-Recipient"),
                "it has more than 20 recipients");
    }

    @Test
    void shouldBoundWhatIsKeptOfLongFields() throws RefusedException {
        String folded = "Diagnostic-Code: smtp; 550\n" + " no such user\n".repeat(10_000);

        Recipient recipient = read(POSTFIX.replaceAll("(?s)Diagnostic-Code.*?unknown\n", folded)
                        .replace("dns; mx.example.com", "dns; " + "m".repeat(10_000)))
                .recipients()
                .get(0);

        assertThat(recipient.diagnostic()).hasSize(501).endsWith("…");
        assertRefused(
                POSTFIX.replace("Diagnostic-Code: ", "Diagnostic-Code: " + "x".repeat(1 << 20)),
                "its delivery status has more than 262144 bytes");
    }

    @Test
    void shouldRefuseAHeaderOfAMegabyteAndNestingOfAHundredLevels() throws RefusedException {
        assertThatThrownBy(() -> read("X-Long: " + "x".repeat(1 << 20) + "\n" + POSTFIX))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> read(POSTFIX.replace(
                        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n", nested(101))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("nested deeper than 100");
        assertThat(read(POSTFIX.replace(
                                "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n",
                                nested(50)))
                        .delivery())
                .isEqualTo("invoice:42");
    }

    @Test
    void shouldShowNoControlCharactersOfStrangers() throws RefusedException {
        DeliveryReport report = read(
                POSTFIX.replace("smtp; 550", "smtp; \u001b[2J\u0000\u202e550").replace("dns; mx", "dns; \u0007mx"));

        assertThat(report.recipients().get(0).diagnostic()).startsWith("smtp; ?[2J??550");
        assertThat(report.server()).isEqualTo("?mx.example.com");
    }

    /** Whatever the damage: a report, an ordinary mail or a refusal, and the same each time. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSurviveDamagedReports(long seed) {
        Random random = new Random(seed);
        List<String> samples = List.of(POSTFIX, EXIM, EXCHANGE, GMAIL);
        int read = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] value = mail(samples.get(random.nextInt(samples.size())));
            for (int damage = random.nextInt(20); damage >= 0; damage--) {
                value[random.nextInt(value.length)] = (byte) random.nextInt(256);
            }
            String first = outcome(value);
            read += first.startsWith("DeliveryReport[delivery=invoice:42") ? 1 : 0;
            assertThat(outcome(value)).as("seed %d, round %d", seed, round).isEqualTo(first);
        }
        assertThat(read).as("some damage is harmless; seed %d", seed).isBetween(1, 2_999);
    }

    private static String outcome(byte[] value) {
        try {
            return String.valueOf(DeliveryReport.of(value));
        } catch (RefusedException e) {
            return e.reason() + ": " + e.getMessage();
        }
    }

    private static String nested(int levels) {
        StringBuilder out = new StringBuilder("Content-Type: multipart/mixed; boundary=n0\n\n");
        for (int i = 1; i < levels; i++) {
            out.append("--n")
                    .append(i - 1)
                    .append("\nContent-Type: multipart/mixed; boundary=n")
                    .append(i)
                    .append("\n\n");
        }
        return out.toString();
    }

    private static DeliveryReport read(String text) throws RefusedException {
        return Objects.requireNonNull(DeliveryReport.of(mail(text)), "no report");
    }

    private static void assertRefused(String text, String why) {
        assertThatThrownBy(() -> read(text))
                .asInstanceOf(InstanceOfAssertFactories.type(RefusedException.class))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID))
                .satisfies(e -> assertThat(e).hasMessageContaining(why));
    }
}
