package dev.hapax.admin.unsubscribe;

import dev.hapax.operations.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;

/** The pages that recipients see: text, one button, no script. None repeats anything that a request had. */
final class UnsubscribePage {

    static final String TYPE = "text/html; charset=utf-8";

    private static final String STYLE =
            "body{font:1.1rem/1.5 sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5em 1em}";

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'sha256-"
                    + Base64.getEncoder().encodeToString(Sha256.of(STYLE.getBytes(StandardCharsets.UTF_8)))
                    + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "X-Robots-Tag",
            "noindex, nofollow",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");

    private UnsubscribePage() {}

    static void putHeaders(HttpFields.Mutable headers) {
        HEADERS.forEach(headers::put);
    }

    /** Asks whether mails to an address are to stop. */
    static byte[] asking(String address) {
        // No action: the form is sent to where the page came from, whatever a proxy makes of the path.
        return page(
                "Unsubscribe",
                "<p>Do you want to get no more mails to <strong>" + escaped(masked(address)) + "</strong>?</p>"
                        + "<form method=\"post\"><button type=\"submit\">Unsubscribe</button></form>");
    }

    static byte[] done() {
        return page("You are unsubscribed", "<p>You will get no more mails from us at this address.</p>");
    }

    /** The answer to a request that did nothing. */
    static byte[] failed(int status) {
        return switch (status) {
            case 404 ->
                page(
                        "This link does not work",
                        "<p>It may be incomplete. Copy the whole link from the mail, or use the button"
                                + " of your mail program.</p>");
            case 405, 413, 400, 408, 414, 431 ->
                page("This does not work", "<p>Open the link in the mail with a browser.</p>");
            default -> page("Please try again", "<p>You are not unsubscribed yet. Please try again in a minute.</p>");
        };
    }

    private static byte[] page(String title, String body) {
        return ("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
                        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                        + "<meta name=\"robots\" content=\"noindex, nofollow\"><title>" + title + "</title><style>"
                        + STYLE
                        + "</style></head>\n<body><main><h1>" + title + "</h1>\n" + body + "</main></body>\n</html>\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Enough for its owner to recognise it, and too little for whoever else sees the link. */
    static String masked(String address) {
        int at = address.lastIndexOf('@');
        String local = address.substring(0, Math.max(0, at));
        int shown = local.codePointCount(0, local.length()) < 3 ? 0 : local.offsetByCodePoints(0, 1);
        return local.substring(0, shown) + "***" + address.substring(Math.max(0, at));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
