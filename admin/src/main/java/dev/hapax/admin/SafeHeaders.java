package dev.hapax.admin;

import java.util.Map;
import org.eclipse.jetty.http.HttpFields;

/** The security headers of every response. */
final class SafeHeaders {

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cross-Origin-Embedder-Policy",
            "require-corp",
            // The dashboard overrides it for its files.
            "Cache-Control",
            "no-store");

    private SafeHeaders() {}

    static void putInto(HttpFields.Mutable headers) {
        HEADERS.forEach(headers::put);
    }
}
