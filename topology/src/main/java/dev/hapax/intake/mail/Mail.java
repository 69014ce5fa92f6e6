package dev.hapax.intake.mail;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a mail says.
 *
 * @param headers by name in lower case, decoded
 * @param sender the address in From, lower case
 * @param body the text a person would read; null when the mail has none
 */
record Mail(
        Map<String, String> headers,
        @Nullable String sender,
        @Nullable String body) implements Content {

    @Override
    public @Nullable Value get(String field) {
        String text = text(field.toLowerCase(Locale.ROOT));
        return text == null ? null : new Value.Text(text);
    }

    private @Nullable String text(String field) {
        return switch (field) {
            case "body" -> body;
            case "sender" -> sender;
            case "sender-domain" -> domain();
            default -> headers.get(field);
        };
    }

    private @Nullable String domain() {
        int at = sender == null ? -1 : sender.lastIndexOf('@');
        return at < 0 || sender == null ? null : sender.substring(at + 1);
    }
}
