package dev.hapax.channel.smtp;

import dev.hapax.channel.TestCertificates;
import dev.hapax.channel.smtp.SmtpFault.Phase;
import dev.hapax.channel.smtp.SmtpSettings.Login;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.channel.smtp.SmtpSettings.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tests of the mail channel share. */
final class SmtpFixture {

    static final TestCertificates CERTIFICATES = TestCertificates.of("dns:localhost");
    static final Login LOGIN = new Login("hapax", "correct horse");
    static final byte[] MESSAGE = bytes("""
            Message-ID: <invoice-9@example.com>
            Date: Wed, 18 Nov 2026 10:00:00 +0000
            From: billing@example.com
            To: ann@example.org
            Bcc: staged bytes stay as they are
            Subject:  two  spaces\t

            .
            ..
            .a line with a dot
            the end
            .
            """);

    private static final Duration PATIENT = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(1500);

    private SmtpFixture() {}

    /** A port that refuses connections until the socket is closed: it is bound, so nobody else gets it, and does not listen. */
    static Socket refusingPort() throws IOException {
        Socket bound = new Socket();
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return bound;
    }

    static byte[] bytes(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    static Timeouts patient() {
        return new Timeouts(PATIENT, PATIENT, PATIENT, PATIENT, Duration.ofMinutes(1));
    }

    /** Short only where the server is going to be silent, so that a busy machine gives up nowhere else. */
    static Timeouts impatientIn(Phase phase) {
        return switch (phase) {
            case BODY -> new Timeouts(PATIENT, PATIENT, SHORT, PATIENT, Duration.ofMinutes(1));
            case DOT -> new Timeouts(PATIENT, PATIENT, PATIENT, SHORT, Duration.ofMinutes(1));
            default -> new Timeouts(PATIENT, SHORT, PATIENT, PATIENT, Duration.ofMinutes(1));
        };
    }

    static SmtpSettings settings(int port, Security security, @Nullable Login login, Timeouts timeouts) {
        return new SmtpSettings(
                "localhost",
                port,
                security,
                login,
                "bounces@example.com",
                List.of("example.com"),
                "worker.example.com",
                timeouts);
    }

    /** With STARTTLS and a login. */
    static SmtpChannel channel(ScriptedSmtpServer server, Timeouts timeouts) {
        return new SmtpChannel(settings(server.port(), Security.STARTTLS, LOGIN, timeouts), CERTIFICATES.client());
    }
}
