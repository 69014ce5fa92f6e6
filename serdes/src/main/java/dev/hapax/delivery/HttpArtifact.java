package dev.hapax.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The exact request of a delivery, as it is staged and approved: {@code {"method":…,"url":…,"headers":{…},"body":…}}, the body in
 * Base64. {@link #toBytes} has one result per request: fields in this order, headers in lower case and sorted, no spaces.
 */
public record HttpArtifact(String method, String url, Map<String, String> headers, byte[] body) {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final Set<String> FIELDS = Set.of("method", "url", "headers", "body");
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final Pattern HEADER_NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?|");

    /** An IPv4 address in one to three numbers, such as 2130706433 for 127.0.0.1. */
    private static final Pattern SHORT_IPV4 = Pattern.compile("[0-9]+(\\.[0-9]+){0,2}");

    /** The channel sets them itself, or they would change where the request ends. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "idempotency-key",
            "hapax-signature");

    /** @throws IllegalArgumentException if the channel can't or must not send it */
    public HttpArtifact {
        requireMethod(method);
        headers = withNames(headers);
        headers.forEach((name, value) -> {
            if (!HEADER_VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException("headers: " + name + " must have a value of visible ASCII.");
            }
        });
        uri(url);
    }

    /** @throws IllegalArgumentException if it is no method that a request can have */
    public static void requireMethod(String method) {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException(
                    "method: " + printable(method) + " must be one of GET, POST, PUT, PATCH, DELETE.");
        }
    }

    /**
     * The same headers, sorted by their names in lower case.
     *
     * @throws IllegalArgumentException if a request can't have a header of that name, or not in addition to another one
     */
    public static <T> Map<String, T> withNames(Map<String, T> headers) {
        Map<String, T> checked = new TreeMap<>();
        headers.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!HEADER_NAME.matcher(lower).matches()) {
                throw new IllegalArgumentException(
                        "headers: " + printable(name) + " must have a name of visible ASCII.");
            }
            if (RESERVED.contains(lower)) {
                throw new IllegalArgumentException(
                        "headers: " + name + " can't be set: it is set by the channel. Remove it.");
            }
            if (checked.put(lower, value) != null) {
                throw new IllegalArgumentException("headers: " + name + " is there twice.");
            }
        });
        return Collections.unmodifiableMap(checked);
    }

    private static URI uri(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("url: " + shown(url) + " is no URL. Write other letters as %XX.", e);
        }
        if (uri.getRawUserInfo() != null
                || (uri.getRawAuthority() != null && uri.getRawAuthority().contains("@"))) {
            throw new IllegalArgumentException("url: has a user or a password. Put credentials into a header.");
        }
        String scheme = uri.getScheme();
        boolean web = "https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme);
        boolean port = uri.getPort() == -1 || (uri.getPort() > 0 && uri.getPort() < 65_536);
        if (!web
                || !port
                || uri.getHost() == null
                || SHORT_IPV4.matcher(uri.getHost()).matches()
                || uri.getRawFragment() != null
                || !url.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new IllegalArgumentException(
                    "url: " + shown(url)
                            + " must be https:// or http:// with a host, in ASCII, without #fragment. Write other letters as %XX.");
        }
        return uri;
    }

    /** Without a password that stands where it should not. */
    private static String shown(String url) {
        return printable(url.replaceAll("//[^/]*@", "//***@"));
    }

    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }

    /** @throws IllegalArgumentException if the bytes are no such document, or have anything else in it */
    public static HttpArtifact read(byte[] bytes) {
        JsonNode root;
        try {
            root = JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the request is no JSON document: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the request is no JSON document", e);
        }
        if (!root.isObject()) {
            throw new IllegalArgumentException("the request must be a JSON object with " + FIELDS);
        }
        root.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                throw new IllegalArgumentException(
                        printable(name) + ": is unknown. Use method, url, headers and body.");
            }
        });
        JsonNode headers = root.path("headers");
        if (!headers.isObject()) {
            throw new IllegalArgumentException("headers: must be an object.");
        }
        Map<String, String> values = new TreeMap<>();
        headers.fieldNames().forEachRemaining(name -> values.put(name, text(headers, name)));
        return new HttpArtifact(text(root, "method"), text(root, "url"), values, base64(text(root, "body")));
    }

    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("body: must be Base64.", e);
        }
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        if (!value.isTextual()) {
            throw new IllegalArgumentException(printable(field) + ": must be a string.");
        }
        return value.textValue();
    }

    /** The canonical document. */
    public byte[] toBytes() {
        ObjectNode root = JSON.createObjectNode();
        root.put("method", method);
        root.put("url", url);
        ObjectNode sorted = root.putObject("headers");
        headers.forEach(sorted::put);
        root.put("body", Base64.getEncoder().encodeToString(body));
        try {
            return JSON.writeValueAsBytes(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings are always JSON", e);
        }
    }

    public URI uri() {
        return uri(url);
    }
}
