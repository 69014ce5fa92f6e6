package dev.hapax.intake.mail;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.field.address.LenientAddressParser;
import org.apache.james.mime4j.util.ByteSequence;
import org.jspecify.annotations.Nullable;

/** What a mail says. Who sent it and what a person would read are worked out when someone asks: nobody does for a duplicate. */
final class Mail implements Content {

    /** The first address ends before this. The parser's time grows with the square of the length. */
    private static final int LONGEST_READ = 4 * 1024;

    private final Map<String, String> headers;
    private final List<ByteSequence> from;
    private final BodyText bodyText;
    private @Nullable Value body;
    private @Nullable String sender;

    /**
     * @param headers by name in lower case, decoded
     * @param from the From headers as they stand, where anyone may ask for the sender
     */
    Mail(Map<String, String> headers, List<ByteSequence> from, BodyText bodyText) {
        this.headers = headers;
        this.from = from;
        this.bodyText = bodyText;
    }

    @Override
    public @Nullable Value get(String field) {
        String name = field.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "body" -> body();
            case "sender" -> value(sender());
            case "sender-domain" -> value(domain());
            default -> value(headers.get(name));
        };
    }

    /** The text a person would read; null when the mail has none. */
    private @Nullable Value body() {
        if (body == null) {
            body = value(bodyText.text());
        }
        return body;
    }

    /** The address in From, in lower case. */
    private @Nullable String sender() {
        for (int i = 0; i < from.size() && sender == null; i++) {
            sender = address(HeaderLines.unfolded(from.get(i)));
        }
        return sender;
    }

    private @Nullable String domain() {
        String address = sender();
        int at = address == null ? -1 : address.lastIndexOf('@');
        return at < 0 || address == null ? null : address.substring(at + 1);
    }

    private static @Nullable Value value(@Nullable String text) {
        return text == null ? null : new Value.Text(text);
    }

    /** The first address in the value of a From header, in lower case; null when it has none. */
    private static @Nullable String address(String from) {
        String beginning = from.substring(0, Math.min(from.length(), LONGEST_READ));
        List<Mailbox> mailboxes =
                LenientAddressParser.DEFAULT.parseAddressList(beginning).flatten();
        for (Mailbox mailbox : mailboxes) {
            String address = mailbox.getAddress();
            if (address != null && !address.isBlank()) {
                return address.toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }
}
