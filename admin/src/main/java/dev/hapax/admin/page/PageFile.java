package dev.hapax.admin.page;

import dev.hapax.operations.Sha256;
import java.util.HexFormat;
import java.util.Map;

/**
 * A file of the dashboard.
 *
 * @param tag changes with the content, for caches
 */
record PageFile(byte[] content, String type, String tag) {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "txt", "text/plain; charset=utf-8");

    static PageFile of(String name, byte[] content) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return new PageFile(content, TYPES.getOrDefault(ending, "application/octet-stream"), tag(content));
    }

    private static String tag(byte[] content) {
        return '"' + HexFormat.of().formatHex(Sha256.of(content), 0, 12) + '"';
    }
}
