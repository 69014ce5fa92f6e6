package dev.hapax.channel.smtp;

import dev.hapax.channel.smtp.SmtpConnection.NotOpenException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** Connects, encrypts, logs in and hangs up, to find out before the first mail whether a server can be used. */
public final class SmtpProbe {

    private SmtpProbe() {}

    /** What became of it. */
    public enum Kind {
        WORKS,
        /** It may come back by itself. */
        UNREACHABLE,
        /** It stays so until somebody changes the settings or the server. */
        UNFIT
    }

    /** @param remedy empty unless the server is unfit */
    public record Finding(Kind kind, String detail, String remedy) {}

    public static Finding of(SmtpSettings settings, SSLContext tls) {
        try {
            SmtpConnection connection = SmtpConnection.open(settings, tls);
            String detail = connection.describe();
            connection.quit();
            return new Finding(Kind.WORKS, detail, "");
        } catch (NotOpenException e) {
            String detail = String.valueOf(e.getMessage());
            if (isAboutTls(e)) {
                return new Finding(
                        Kind.UNFIT,
                        detail,
                        "Set host, port and security as the server has them, and trust its certificate"
                                + " (JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE).");
            }
            return e.permanent
                    ? new Finding(Kind.UNFIT, detail, "Set port, security, user and password as the server wants them.")
                    : new Finding(Kind.UNREACHABLE, detail, "");
        }
    }

    /** Whether the server answered, but with a certificate or a protocol that can't be used. */
    private static boolean isAboutTls(Throwable failure) {
        Throwable last = failure;
        for (Throwable next = failure; next != null; next = next.getCause()) {
            if (next instanceof GeneralSecurityException) {
                return true;
            }
            last = next;
        }
        // If the connection broke within the handshake, that is the cause of the SSLException.
        return last instanceof SSLException;
    }
}
