package dev.hapax.intake.cloudevents;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of a content type that says what the bytes are. */
final class MediaType {

    private MediaType() {}

    /** In lower case and without parameters; empty if there is none. */
    static String of(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int parameters = contentType.indexOf(';');
        String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.strip().toLowerCase(Locale.ROOT);
    }

    static boolean isJson(@Nullable String contentType) {
        String type = of(contentType);
        return type.endsWith("/json") || type.endsWith("+json");
    }
}
