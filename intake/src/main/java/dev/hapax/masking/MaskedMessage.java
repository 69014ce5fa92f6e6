package dev.hapax.masking;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The visible part of a message.
 *
 * @param text the value without its masked fields: a JSON document on one line, or a mail; empty for a tombstone; null if nothing of
 *     it may be shown
 * @param masked whether anything is hidden, so that the original bytes must not be shown either
 * @param headers name and value; masked values are replaced
 * @param redaction removes masked values from texts that may quote the message
 * @param failure why the message could not be masked field by field, which is worth logging; null without an exception
 */
public record MaskedMessage(
        @Nullable String text,
        boolean masked,
        List<List<@Nullable String>> headers,
        Redaction redaction,
        @Nullable Throwable failure) {}
