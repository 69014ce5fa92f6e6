package dev.hapax.rendering;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An HTTP request. Its artifact is the canonical JSON document of the HTTP channel.
 *
 * @param headers by name, in lower case
 */
public record HttpTemplate(String method, Map<String, TextTemplate> headers, TextTemplate body)
        implements ArtifactTemplate {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final Pattern HEADER_NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?|");
    private static final int LONGEST_HEADER = 2_000;
    private static final JsonFactory JSON = new JsonFactory();

    /** The channel sets them itself. */
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

    /** @throws IllegalArgumentException with what is wrong, and the remedy */
    public HttpTemplate {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("method: " + method + " must be one of GET, POST, PUT, PATCH, DELETE");
        }
        Map<String, TextTemplate> lower = new TreeMap<>();
        headers.forEach((name, value) -> {
            String key = name.toLowerCase(Locale.ROOT);
            if (!HEADER_NAME.matcher(key).matches() || RESERVED.contains(key)) {
                throw new IllegalArgumentException(
                        "headers: " + name + " can't be set; the channel sets it, or it is no name of a header");
            }
            if (lower.put(key, value) != null) {
                throw new IllegalArgumentException("headers: " + name + " is there twice");
            }
        });
        headers = Map.copyOf(lower);
    }

    /** How values are escaped in the body of a request with these headers. */
    public static Escaping escapingOfBody(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                .findFirst()
                .map(header -> Escaping.ofMediaType(header.getValue()))
                .orElse(Escaping.NONE);
    }

    @Override
    public List<TextTemplate> parts() {
        List<TextTemplate> parts = new ArrayList<>(new TreeMap<>(headers).values());
        parts.add(body);
        return parts;
    }

    @Override
    public List<String> form() {
        List<String> form = new ArrayList<>(List.of("http", method));
        new TreeMap<>(headers).forEach((name, value) -> form.addAll(List.of("header", name, value.written())));
        form.addAll(List.of("body", body.written()));
        return form;
    }

    @Override
    public Escaping escapingOfTarget() {
        return Escaping.URL;
    }

    @Override
    public byte[] render(Envelope envelope, TemplateValues values, String from, int largest) throws RenderException {
        requireUrl(envelope.target());
        Map<String, String> rendered = new TreeMap<>();
        for (Map.Entry<String, TextTemplate> header : headers.entrySet()) {
            String value = header.getValue().render(values, LONGEST_HEADER);
            if (!HEADER_VALUE.matcher(value).matches()) {
                throw new RenderException(header.getKey() + ": must be visible ASCII without line breaks, not '"
                        + MailAddress.shown(value) + "'");
            }
            rendered.put(header.getKey(), value);
        }
        byte[] content = body.render(values, largest).getBytes(StandardCharsets.UTF_8);
        if (escapingOfBody(rendered) == Escaping.JSON) {
            requireJson(content);
        }
        byte[] artifact = document(envelope.target(), rendered, content);
        if (artifact.length > largest) {
            throw new RenderException("the request has " + artifact.length
                    + " bytes, more than delivery.max-artifact-bytes (" + largest + ")");
        }
        return artifact;
    }

    private static void requireUrl(String url) throws RenderException {
        try {
            URI uri = new URI(url);
            boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            boolean plain = url.chars().allMatch(c -> c > 0x20 && c < 0x7f);
            if (web && plain && uri.getHost() != null && uri.getRawUserInfo() == null && uri.getRawFragment() == null) {
                return;
            }
        } catch (URISyntaxException e) {
            // Refused below, like a URL without a host.
        }
        throw new RenderException("'" + MailAddress.shown(url)
                + "' must be https:// or http:// with a host, without user, password and #fragment");
    }

    private static void requireJson(byte[] content) throws RenderException {
        try (JsonParser parser = JSON.createParser(content)) {
            while (parser.nextToken() != null) {
                parser.skipChildren();
            }
        } catch (JsonProcessingException e) {
            throw new RenderException("body: is no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("memory can always be read", e);
        }
    }

    private byte[] document(String url, Map<String, String> rendered, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("method", method);
            json.writeStringField("url", url);
            json.writeObjectFieldStart("headers");
            for (Map.Entry<String, String> header : rendered.entrySet()) {
                json.writeStringField(header.getKey(), header.getValue());
            }
            json.writeEndObject();
            json.writeStringField("body", Base64.getEncoder().encodeToString(content));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("memory can always be written", e);
        }
        return out.toByteArray();
    }
}
