package dev.hapax.channel.smtp;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.InternetHeaders;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks staged bytes before they are sent. Staging can ask too, so that nobody approves what cannot be sent. */
public final class MessageCheck {

    private static final int LONGEST_LINE = 998;

    private MessageCheck() {}

    /** Why a channel must not send this message; null if it may. */
    public static @Nullable String problem(byte[] message, SmtpSettings settings) {
        String changed = changedBySmtp(message);
        return changed == null ? unverifiedSender(message, settings) : changed;
    }

    /** Why no mail can go to this address; null if one can. */
    public static @Nullable String targetProblem(String target) {
        try {
            EnvelopeAddress.parse(target);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Why these bytes can't go through SMTP unchanged; null if they can. */
    static @Nullable String changedBySmtp(byte[] message) {
        int length = message.length;
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < length; i++) {
            boolean lineBreak = message[i] == '\r' && i + 1 < length && message[i + 1] == '\n';
            if (message[i] == 0) {
                return "line " + line + " of the message has a NUL";
            }
            if (message[i] == '\n' || (message[i] == '\r' && !lineBreak)) {
                return "line " + line + " of the message ends with " + (message[i] == '\n' ? "LF" : "CR")
                        + " alone. Lines must end with CRLF, as unix2dos makes them";
            }
            if (lineBreak) {
                if (i - lineStart > LONGEST_LINE) {
                    return "line " + line + " of the message is longer than " + LONGEST_LINE + " bytes; encode it";
                }
                i++;
                lineStart = i + 1;
                line++;
            }
        }
        return length == 0 || lineStart < length ? "the message must end with a line break (CRLF)" : null;
    }

    private static @Nullable String unverifiedSender(byte[] message, SmtpSettings settings) {
        try {
            InternetHeaders headers = headers(message);
            String[] from = headers.getHeader("From");
            if (from == null || from.length != 1) {
                return "the message must have exactly one From header";
            }
            String[] sender = headers.getHeader("Sender");
            return areVerified(from, settings) && (sender == null || areVerified(sender, settings))
                    ? null
                    : "From and Sender must be addresses of a domain in verified-domains";
        } catch (MessagingException e) {
            return "From and Sender must be valid addresses";
        }
    }

    /**
     * Jakarta Mail looks through the whole class path for its line reader each time it reads headers, which costs as much as
     * sending the mail. So plain headers are split here, and it reads only those that need decoding.
     */
    private static InternetHeaders headers(byte[] message) throws MessagingException {
        InternetHeaders headers = new InternetHeaders();
        boolean plain = message[0] != ' ' && message[0] != '\t';
        int lineStart = 0;
        for (int i = 0; plain && i < message.length; i++) {
            plain = message[i] > 0;
            if (message[i] == '\r') {
                if (i == lineStart) {
                    return headers;
                }
                headers.addHeaderLine(new String(message, lineStart, i - lineStart, StandardCharsets.US_ASCII));
                lineStart = i + 2;
            }
        }
        return plain ? headers : new InternetHeaders(new ByteArrayInputStream(message), true);
    }

    private static boolean areVerified(String[] lines, SmtpSettings settings) throws MessagingException {
        for (String line : lines) {
            InternetAddress[] addresses = InternetAddress.parse(line, true);
            if (addresses.length == 0) {
                return false;
            }
            for (InternetAddress address : addresses) {
                if (!SmtpSettings.isVerified(address.getAddress(), settings.verifiedDomains())) {
                    return false;
                }
            }
        }
        return true;
    }
}
