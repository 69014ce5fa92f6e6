package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.CERTIFICATES;
import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static dev.hapax.channel.smtp.SmtpFixture.bytes;
import static dev.hapax.channel.smtp.SmtpFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.channel.Deliveries;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel.Sent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses and which bytes the mail channel sends. */
class SmtpContentTest {

    private static final String ANN = "ann@example.org";

    private ScriptedSmtpServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedSmtpServer(CERTIFICATES.server());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private SmtpChannel channel() {
        return SmtpFixture.channel(server, patient());
    }

    private static Sent send(SmtpChannel channel, String target) {
        return channel.send(Deliveries.to(target, MESSAGE), Deliveries.lease());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann@example.org\r\nRCPT TO:<eve@example.org>",
                "ann@example.org\n",
                "ann\0@example.org",
                "an n@example.org",
                "<ann@example.org>",
                "ann@example.org> SIZE=1",
                "\"ann\"@example.org",
                "ann@",
                "@example.org",
                "ann",
                "ann..b@example.org",
                "ann@exa mple.org",
                "ann@[127.0.0.1]",
                "ann@127.0.0.1",
                "ann@example.org,eve@example.org",
                "an\u202en@example.org"
            })
    void shouldRefuseInvalidAddressBeforeConnecting(String target) {
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, target);

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).contains(" is no ").doesNotContain("\r").doesNotContain("\n");
            assertThat(server.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "no line break", "lone\nfeed\r\n", "lone\rreturn\r\n", "nul\0\r\n", "smuggled\r\n.\n\r\n"})
    void shouldRefuseBytesThatSmtpWouldChange(String message) {
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, message.getBytes(StandardCharsets.UTF_8)), Deliveries.lease());

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void shouldRefuseAddressOfManyMegabytes() {
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, "a.".repeat(5_000_000) + "a@example.org");

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence())
                    .endsWith("it is longer than SMTP allows")
                    .hasSizeLessThan(400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Subject: nobody\n\nFrom: billing@example.com\n",
                "From: billing@example.org\n\n",
                "From: \"billing@example.com\" <eve@example.org>\n\n",
                "From: billing@example.com, eve@example.org\n\n",
                "From: billing@example.com\nFrom: eve@example.org\n\n",
                "From:\n billing@mail.example.com\n\n",
                "from : eve@example.org\n\n",
                "From: a group: billing@example.com;\n\n",
                "From: billing\n\n",
                "From: \n\n",
                "From: billing@example.com\nSender: eve@example.org\n\n"
            })
    void shouldRefuseSenderOfUnverifiedDomain(String message) {
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, bytes(message)), Deliveries.lease());

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).contains("From");
            assertThat(server.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: billing@example.com\n\n",
                "From:\n =?UTF-8?Q?Gr=C3=BC=C3=9Fe?= <billing@EXAMPLE.com>\n\n",
                "From: Ann <a@example.com>, Bob <b@example.com>\nSender: a@example.com\n\n"
            })
    void shouldSendForVerifiedDomain(String message) {
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, bytes(message)), Deliveries.lease());

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
        }
    }

    @Test
    void shouldRefuseLinesThatAreTooLong() {
        assertThat(MessageCheck.changedBySmtp(bytes("x".repeat(998) + "\n"))).isNull();
        assertThat(MessageCheck.changedBySmtp(bytes("x".repeat(999) + "\n"))).contains("998");
    }

    @Test
    void shouldWriteInternationalDomainsInAscii() {
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, "ann@bücher.example").result()).isEqualTo(Result.SENT);

            assertThat(server.accepted.get(0).rcpt()).isEqualTo("RCPT TO:<ann@xn--bcher-kva.example>");
        }
    }

    @Test
    void shouldRefuseInternationalAddressWhenServerDoesNotSupportIt() {
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, "änn@example.org");

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).contains("does not offer SMTPUTF8");
            assertThat(server.commands).noneMatch(command -> command.startsWith("MAIL"));
        }
    }

    @Test
    void shouldSendToInternationalAddressWhenServerSupportsIt() {
        server.offering("AUTH PLAIN", "SMTPUTF8", "8BITMIME");
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, "änn@example.org").result()).isEqualTo(Result.SENT);

            assertThat(server.accepted.get(0).mail()).endsWith("> SMTPUTF8");
            assertThat(server.accepted.get(0).rcpt()).isEqualTo("RCPT TO:<änn@example.org>");
        }
    }

    @Test
    void shouldDeclareEightBitContent() {
        byte[] message = bytes("From: billing@example.com\n\nGrüße\n");
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, message), Deliveries.lease());

            assertThat(sent.result()).isEqualTo(Result.SENT);
            assertThat(server.accepted.get(0).mail()).contains(" BODY=8BITMIME");
            assertThat(server.accepted.get(0).message()).isEqualTo(message);
        }
    }

    @Test
    void shouldSendTenMegabytesUnchanged() {
        byte[] message = bytes("From: billing@example.com\n\n" + ".twenty characters.\n".repeat(500_000));
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, message), Deliveries.lease());

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(message).hasSizeGreaterThan(10_000_000);
            assertThat(server.accepted.get(0).message()).isEqualTo(message);
            assertThat(server.accepted.get(0).mail()).contains(" SIZE=" + message.length);
        }
    }

    @Test
    void shouldKeepTheReplyOfAServerThatDoesNotKnowTheRecipient() {
        server.on(SmtpFault.Phase.RCPT, SmtpFault.reply("550 5.1.1 no such user here"));
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, "nobody@example.org");

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).startsWith("550 5.1.1 no such user here (to RCPT) [localhost:");
            assertThat(server.accepted).isEmpty();
        }
    }

    @Test
    void shouldRefuseEightBitContentWhenServerDoesNotSupportIt() {
        server.offering("AUTH PLAIN");
        try (SmtpChannel channel = channel()) {
            Sent sent =
                    channel.send(Deliveries.to(ANN, bytes("From: billing@example.com\n\nGrüße\n")), Deliveries.lease());

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).contains("8BITMIME");
            assertThat(server.accepted).isEmpty();
        }
    }
}
