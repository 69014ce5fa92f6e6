package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.CERTIFICATES;
import static dev.hapax.channel.smtp.SmtpFixture.LOGIN;
import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static dev.hapax.channel.smtp.SmtpFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.smtp.SmtpFault.Kind;
import dev.hapax.channel.smtp.SmtpFault.Phase;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel.Sent;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SmtpChannelTest {

    private static final String ANN = "ann@example.org";

    private final AtomicLong nanos = new AtomicLong();
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
        return channel(SmtpFixture.settings(server.port(), Security.STARTTLS, LOGIN, patient()));
    }

    private SmtpChannel channel(SmtpSettings settings) {
        return new SmtpChannel(settings, CERTIFICATES.client(), null, nanos::get);
    }

    private static Sent send(SmtpChannel channel, String target) {
        return channel.send(Deliveries.to(target, MESSAGE), Deliveries.lease());
    }

    @Test
    void shouldKeepTheConnectionWhenAPipelinedRecipientIsRefusedAndDataToo() throws Exception {
        try (ScriptedSmtpServer server =
                        new ScriptedSmtpServer(CERTIFICATES.server()).offering("AUTH PLAIN LOGIN", "PIPELINING");
                SmtpChannel channel = SmtpFixture.channel(server, patient())) {
            server.on(Phase.RCPT, SmtpFault.reply("550 5.1.1 no such user"));
            server.on(Phase.DATA, SmtpFault.reply("554 5.5.1 no valid recipients"));

            Sent refused = channel.send(Deliveries.to("nobody@example.org", MESSAGE), Deliveries.lease());

            server.repaired();
            Sent sent = channel.send(Deliveries.to("ann@example.org", MESSAGE), Deliveries.lease());
            assertThat(refused.result()).isEqualTo(Result.REFUSED);
            assertThat(refused.evidence()).contains("550 5.1.1");
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.accepted).hasSize(1);
            assertThat(server.accepted.get(0).message()).isEqualTo(MESSAGE);
        }
    }

    @Test
    void shouldSendStagedBytesUnchanged() {
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, ANN);

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(server.accepted).singleElement().satisfies(mail -> {
                assertThat(mail.message()).isEqualTo(MESSAGE);
                assertThat(mail.rcpt()).isEqualTo("RCPT TO:<ann@example.org>");
                assertThat(mail.mail())
                        .isEqualTo(
                                "MAIL FROM:<bounces@example.com> SIZE=" + MESSAGE.length + " ENVID=invoice-mail:inv-9");
            });
            assertThat(sent.evidence())
                    .startsWith("250 2.0.0 queued as 42 [localhost:" + server.port() + ", TLSv1.3 TLS_")
                    .containsPattern("certificate SHA-256 [0-9a-f]{64}]");
        }
    }

    @Test
    void shouldReuseConnection() {
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);
            assertThat(send(channel, "bob@example.org").result()).isEqualTo(Result.SENT);

            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.accepted)
                    .extracting(ScriptedSmtpServer.Accepted::rcpt)
                    .containsExactly("RCPT TO:<ann@example.org>", "RCPT TO:<bob@example.org>");
        }
    }

    @Test
    void shouldResetAfterRefusalAndReuseConnection() {
        server.on(Phase.RCPT, SmtpFault.reply("550 no such user"));
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, "nobody@example.org").result()).isEqualTo(Result.REFUSED);
            server.repaired();
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);

            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.commands)
                    .containsSubsequence("RCPT TO:<nobody@example.org>", "RSET", "RCPT TO:<ann@example.org>");
        }
    }

    @Test
    void shouldReconnectWhenServerClosedIdleConnection() throws Exception {
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);
            server.hangUp();

            Sent sent = send(channel, "bob@example.org");

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.accepted).hasSize(2);
        }
    }

    @Test
    void shouldReconnectOnlyOnceWhenServerClosesReusedConnection() {
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);
            server.on(Phase.MAIL, SmtpFault.reply("421 too many messages on this connection"));

            Sent sent = send(channel, "bob@example.org");

            assertThat(server.fired).as("on the old and on the new connection").hasSize(2);
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.NOT_SENT);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void shouldReopenConnectionAfterIdleTime() {
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);

            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void shouldReportNotSentWhenConnectionIsRefused() throws Exception {
        try (Socket gone = SmtpFixture.refusingPort();
                SmtpChannel channel =
                        channel(SmtpFixture.settings(gone.getLocalPort(), Security.STARTTLS, LOGIN, patient()))) {
            Sent sent = send(channel, ANN);

            assertThat(sent.result()).isEqualTo(Result.NOT_SENT);
            assertThat(sent.evidence())
                    .contains("could not connect to localhost:" + gone.getLocalPort())
                    .contains("Connection refused");
            assertThat(channel.down(Deliveries.to(ANN, MESSAGE))).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"GREETING", "AUTH", "MAIL", "RCPT", "DATA"})
    void shouldSendNothingWhenLeaseEndsBeforeFinalDot(Phase phase) {
        AtomicBoolean ended = new AtomicBoolean();
        server.before(phase, () -> ended.set(true));
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, MESSAGE), Deliveries.lease(ended));

            assertThat(ended).as("the lease ended while the server answered").isTrue();
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.RETURNED);
            assertThat(server.accepted).isEmpty();
            assertThat(server.commands).doesNotContain(".");
        }
    }

    @Test
    void shouldNotConnectAfterLeaseEnds() {
        try (SmtpChannel channel = channel()) {
            Sent sent = channel.send(Deliveries.to(ANN, MESSAGE), Deliveries.lease(new AtomicBoolean(true)));

            assertThat(sent.result()).isEqualTo(Result.RETURNED);
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void shouldNotReconnectAfterLeaseEnds() {
        AtomicBoolean ended = new AtomicBoolean();
        try (SmtpChannel channel = channel()) {
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);
            server.before(Phase.MAIL, () -> ended.set(true)).on(Phase.MAIL, SmtpFault.of(Kind.CLOSE));

            Sent sent = channel.send(Deliveries.to(ANN, MESSAGE), Deliveries.lease(ended));

            assertThat(server.fired).hasSize(1);
            assertThat(sent.result()).isEqualTo(Result.RETURNED);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
