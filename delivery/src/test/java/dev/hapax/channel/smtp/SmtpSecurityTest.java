package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.CERTIFICATES;
import static dev.hapax.channel.smtp.SmtpFixture.LOGIN;
import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static dev.hapax.channel.smtp.SmtpFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.TestCertificates;
import dev.hapax.channel.smtp.SmtpFault.Phase;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel;
import dev.hapax.worker.Channel.Sent;
import dev.hapax.worker.DueDelivery;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Encryption, certificates and login of the mail channel. */
class SmtpSecurityTest {

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
    void shouldSendOverImplicitTls() {
        server.withImplicitTls();
        try (SmtpChannel channel = channel(SmtpFixture.settings(server.port(), Security.TLS, LOGIN, patient()))) {
            Sent sent = send(channel, ANN);

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(sent.evidence()).contains("TLSv1.3 TLS_");
            assertThat(server.commands).contains("AUTH").doesNotContain("STARTTLS");
        }
    }

    @Test
    void shouldSendWithoutTlsWhenChannelIsPlain() {
        server.withoutStartTls();
        try (SmtpChannel plain = channel(SmtpFixture.settings(server.port(), Security.PLAIN, null, patient()))) {
            Sent sent = send(plain, ANN);

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(sent.evidence()).contains("no TLS");
        }
    }

    @Test
    void shouldSendNothingWhenStartTlsIsStripped() {
        server.withoutStartTls();
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, ANN);

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.RETURNED);
            assertThat(sent.evidence()).contains("does not offer STARTTLS");
            assertThat(reason(channel, Deliveries.to(ANN, MESSAGE))).contains("does not offer STARTTLS");
            assertThat(server.commands).containsExactly("EHLO worker.example.com");
            assertThat(server.accepted).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Security.class,
            names = {"STARTTLS", "TLS"})
    void shouldSendNothingWhenCertificateIsForAnotherName(Security security) throws Exception {
        TestCertificates other = TestCertificates.of("dns:other.example.com");
        try (ScriptedSmtpServer impostor = new ScriptedSmtpServer(other.server());
                SmtpChannel channel = new SmtpChannel(
                        SmtpFixture.settings(impostor.port(), security, LOGIN, patient()), other.client())) {
            if (security == Security.TLS) {
                impostor.withImplicitTls();
            }

            Sent sent = send(channel, ANN);

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.NOT_SENT);
            assertThat(sent.evidence()).contains("No subject alternative DNS name matching localhost");
            assertThat(impostor.commands).doesNotContain("AUTH");
            assertThat(channel.down(Deliveries.to(ANN, MESSAGE))).isNotNull();
        }
    }

    @Test
    void shouldSendNothingWhenCertificateIsNotTrusted() throws Exception {
        try (ScriptedSmtpServer impostor = new ScriptedSmtpServer(
                        TestCertificates.of("dns:localhost").server());
                SmtpChannel channel =
                        channel(SmtpFixture.settings(impostor.port(), Security.STARTTLS, LOGIN, patient()))) {
            Sent sent = send(channel, ANN);

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.NOT_SENT);
            assertThat(impostor.commands).doesNotContain("AUTH");
        }
    }

    @Test
    void shouldRetryLoginWithoutDeliveryAfterWrongPassword() {
        server.on(Phase.AUTH, SmtpFault.reply("535 5.7.8 wrong password"));
        try (SmtpChannel channel = channel()) {
            DueDelivery delivery = Deliveries.to(ANN, MESSAGE);

            Sent sent = channel.send(delivery, Deliveries.lease());

            assertThat(sent.result()).isEqualTo(Result.RETURNED);
            assertThat(sent.evidence()).contains("535 5.7.8 wrong password");
            assertThat(reason(channel, delivery)).contains("535 5.7.8 wrong password");
            assertThat(server.connections())
                    .as("no attempt before the pause is over")
                    .isEqualTo(1);

            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(reason(channel, delivery)).contains("535");
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(reason(channel, delivery)).contains("535");
            assertThat(server.connections()).as("the pause has doubled").isEqualTo(2);

            server.repaired();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(channel.down(delivery)).isNull();
            assertThat(server.commands).noneMatch(command -> command.startsWith("MAIL"));
            assertThat(channel.send(delivery, Deliveries.lease()).result()).isEqualTo(Result.SENT);
            assertThat(server.connections())
                    .as("the connection of the attempt is used")
                    .isEqualTo(3);
        }
    }

    @Test
    void shouldLogInBeforeFirstDeliveryIsClaimed() {
        server.on(Phase.AUTH, SmtpFault.reply("535 5.7.8 wrong password"));
        try (SmtpChannel channel = channel()) {
            assertThat(reason(channel, Deliveries.to(ANN, MESSAGE))).contains("535 5.7.8 wrong password");

            assertThat(server.fired).hasSize(1);
            assertThat(server.commands).noneMatch(command -> command.startsWith("MAIL"));
        }
    }

    @Test
    void shouldLogInAgainAfterIdleTimeBeforeDeliveryIsClaimed() {
        try (SmtpChannel channel = channel()) {
            assertThat(channel.down(Deliveries.to(ANN, MESSAGE))).isNull();
            assertThat(send(channel, ANN).result()).isEqualTo(Result.SENT);
            server.on(Phase.AUTH, SmtpFault.reply("535 5.7.8 wrong password"));

            assertThat(channel.down(Deliveries.to(ANN, MESSAGE)))
                    .as("the open connection still works")
                    .isNull();
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
            assertThat(reason(channel, Deliveries.to(ANN, MESSAGE))).contains("535 5.7.8 wrong password");
        }
    }

    @Test
    void shouldBeDownWhenServerOffersNoLogin() {
        server.offering("8BITMIME");
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, ANN);

            assertThat(sent.result()).isEqualTo(Result.RETURNED);
            assertThat(sent.evidence()).contains("offers no AUTH");
            assertThat(server.accepted).isEmpty();
        }
    }

    private SmtpProbe.Finding probe(int port, Security security) {
        return SmtpProbe.of(SmtpFixture.settings(port, security, LOGIN, patient()), CERTIFICATES.client());
    }

    @Test
    void shouldFindOutBeforeTheFirstMailWhetherAServerCanBeUsed() throws Exception {
        assertThat(probe(server.port(), Security.STARTTLS).kind()).isEqualTo(SmtpProbe.Kind.WORKS);
        // Nobody waits for the answer to QUIT.
        await().untilAsserted(() -> assertThat(server.commands).contains("AUTH", "QUIT"));
        assertThat(server.commands).noneMatch(command -> command.startsWith("MAIL"));

        assertThat(probe(server.port(), Security.TLS).kind())
                .as("the port is for STARTTLS")
                .isEqualTo(SmtpProbe.Kind.UNFIT);
        server.on(Phase.AUTH, SmtpFault.reply("535 5.7.8 wrong password"));
        assertThat(probe(server.port(), Security.STARTTLS)).satisfies(found -> {
            assertThat(found.kind()).isEqualTo(SmtpProbe.Kind.UNFIT);
            assertThat(found.detail()).contains("535 5.7.8 wrong password");
            assertThat(found.remedy()).contains("password");
        });
        server.on(Phase.AUTH, SmtpFault.reply("454 4.7.0 not now"));
        assertThat(probe(server.port(), Security.STARTTLS).kind()).isEqualTo(SmtpProbe.Kind.UNREACHABLE);
        server.repaired().on(Phase.GREETING, SmtpFault.reply("421 busy"));
        assertThat(probe(server.port(), Security.STARTTLS).kind()).isEqualTo(SmtpProbe.Kind.UNREACHABLE);
        server.repaired().withoutStartTls();
        assertThat(probe(server.port(), Security.STARTTLS).kind()).isEqualTo(SmtpProbe.Kind.UNFIT);
        try (ScriptedSmtpServer impostor =
                new ScriptedSmtpServer(TestCertificates.of("dns:localhost").server())) {
            assertThat(probe(impostor.port(), Security.STARTTLS).kind())
                    .as("a certificate that is not trusted")
                    .isEqualTo(SmtpProbe.Kind.UNFIT);
        }
        try (Socket gone = SmtpFixture.refusingPort()) {
            assertThat(probe(gone.getLocalPort(), Security.STARTTLS).kind()).isEqualTo(SmtpProbe.Kind.UNREACHABLE);
        }
    }

    @Test
    void shouldKeepPasswordOutOfEvidence() {
        server.on(Phase.AUTH, SmtpFault.reply("535 what is {command} or correct horse?"));
        try (SmtpChannel channel = channel()) {
            Sent sent = send(channel, ANN);

            assertThat(server.fired).hasSize(1);
            assertThat(sent.evidence())
                    .contains("535 what is AUTH PLAIN *** or ***?")
                    .doesNotContain("correct horse");
            assertThat(LOGIN.toString()).doesNotContain("correct horse");
        }
    }

    private static @Nullable String reason(SmtpChannel channel, DueDelivery delivery) {
        Channel.Down down = channel.down(delivery);
        return down == null ? null : down.reason();
    }
}
