package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.CERTIFICATES;
import static dev.hapax.channel.smtp.SmtpFixture.LOGIN;
import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static dev.hapax.channel.smtp.SmtpFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hapax.channel.Deliveries;
import dev.hapax.channel.smtp.SmtpSettings.Login;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel.Sent;
import jakarta.mail.internet.MimeMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A mail server that nobody here has written. */
class GreenMailTest {

    private final GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());

    @BeforeEach
    void start() {
        mail.start();
        mail.setUser(LOGIN.user(), LOGIN.user(), LOGIN.password());
    }

    @AfterEach
    void stop() {
        mail.stop();
    }

    private SmtpChannel channel(Login login) {
        int port = mail.getSmtp().getPort();
        return new SmtpChannel(SmtpFixture.settings(port, Security.PLAIN, login, patient()), CERTIFICATES.client());
    }

    @Test
    void shouldDeliverSeveralMails() throws Exception {
        try (SmtpChannel channel = channel(LOGIN)) {
            for (String target : new String[] {"ann@example.org", "bob@example.org", "eve@example.org"}) {
                Sent sent = channel.send(Deliveries.to(target, MESSAGE), Deliveries.lease());
                assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            }
        }

        MimeMessage[] received = mail.getReceivedMessages();
        assertThat(received).hasSize(3);
        for (MimeMessage message : received) {
            assertThat(message.getMessageID()).isEqualTo("<invoice-9@example.com>");
            assertThat(message.getHeader("Date")).containsExactly("Wed, 18 Nov 2026 10:00:00 +0000");
        }
    }

    @Test
    void shouldDeliverNothingWithWrongPassword() {
        try (SmtpChannel channel = channel(new Login(LOGIN.user(), "wrong password"))) {
            Sent sent = channel.send(Deliveries.to("ann@example.org", MESSAGE), Deliveries.lease());

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.RETURNED);
            assertThat(sent.evidence()).contains("535").doesNotContain("wrong password");
            assertThat(mail.getReceivedMessages()).isEmpty();
        }
    }
}
