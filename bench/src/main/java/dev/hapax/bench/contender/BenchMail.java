package dev.hapax.bench.contender;

import dev.hapax.channel.smtp.SmtpChannel;
import dev.hapax.channel.smtp.SmtpSettings;
import dev.hapax.worker.DueDelivery;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;

/** The mails that every contender sends, and the channel it sends them through. */
public final class BenchMail {

    public static final String FROM = "news@example.com";
    public static final String DOMAIN = "example.com";
    public static final int BYTES = 2 * 1024;

    private static final String LINE = "The quick brown fox jumps over the lazy dog, and it is not amused at all.\r\n";

    private BenchMail() {}

    public static String recipient(long number) {
        return "user-" + number + "@example.org";
    }

    /** A mail of exactly {@link #BYTES}. */
    public static byte[] of(long number) {
        StringBuilder mail = new StringBuilder(BYTES)
                .append("From: News <" + FROM + ">\r\nTo: <" + recipient(number) + ">\r\nSubject: News ")
                .append(number)
                .append("\r\nMessage-ID: <bench-")
                .append(number)
                .append("@example.com>\r\n\r\n");
        while (mail.length() + LINE.length() < BYTES - 2) {
            mail.append(LINE);
        }
        while (mail.length() < BYTES - 2) {
            mail.append('.');
        }
        return mail.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    static DueDelivery due(long number, String recipient, byte[] artifact) {
        return new DueDelivery(
                number,
                "bench:" + number,
                1,
                "mail",
                recipient,
                DueDelivery.sha256(artifact),
                Long.MAX_VALUE,
                artifact);
    }

    static SmtpChannel channel(int port) {
        try {
            return new SmtpChannel(
                    new SmtpSettings(
                            "127.0.0.1",
                            port,
                            SmtpSettings.Security.PLAIN,
                            null,
                            FROM,
                            List.of(DOMAIN),
                            "localhost",
                            SmtpSettings.Timeouts.defaults()),
                    SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has a default SSL context", e);
        }
    }
}
