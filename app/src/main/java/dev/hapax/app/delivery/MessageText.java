package dev.hapax.app.delivery;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mail or an HTTP request as text. */
public final class MessageText {

    private static final int LONGEST_TEXT = 4_000;

    private MessageText() {}

    /** Without control characters, which could change what a terminal shows. */
    public static void print(Map<String, @Nullable Object> message, PrintWriter out) {
        boolean http = "http".equals(message.get("kind"));
        if (http) {
            out.println(visible(message.get("method") + " " + message.get("url")));
        }
        if (message.get("headers") instanceof List<?> headers) {
            for (Object header : headers) {
                if (header instanceof Map<?, ?> pair) {
                    out.println(visible(pair.get("name") + ": " + pair.get("value")));
                }
            }
        }
        out.println();
        Object text = message.get("text") == null ? message.get("html") : message.get("text");
        String body = String.valueOf(http ? message.get("body") : text);
        body.lines().limit(200).forEach(line -> out.println(visible(line)));
        if (message.get("attachments") instanceof List<?> attachments && !attachments.isEmpty()) {
            out.println("Attachments: " + visible(attachments.toString()));
        }
        if (Boolean.TRUE.equals(message.get("truncated")) || body.length() > LONGEST_TEXT) {
            out.println("(shortened)");
        }
    }

    private static String visible(String text) {
        String shown = text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\\t]]", "?");
        return shown.length() <= LONGEST_TEXT ? shown : shown.substring(0, LONGEST_TEXT) + "…";
    }
}
