package dev.hapax.rendering;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What is done to a value before it is put into a text, so that it stays a value there. */
public enum Escaping {
    NONE,
    HTML,
    /** For use between quotation marks. */
    JSON,
    /** For a part of a path or a query. */
    URL;

    Mustache.Escaper escaper() {
        return switch (this) {
            case NONE -> Escapers.NONE;
            case HTML -> Escapers.HTML;
            case JSON -> text -> new String(JsonStringEncoder.getInstance().quoteAsString(text));
            case URL -> text -> URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
        };
    }

    /** For a body of that media type. */
    public static Escaping ofMediaType(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        if (lower.contains("json")) {
            return JSON;
        }
        if (lower.contains("html") || lower.contains("xml")) {
            return HTML;
        }
        return lower.contains("x-www-form-urlencoded") ? URL : NONE;
    }
}
