package dev.hapax.rendering;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hapax.delivery.HttpArtifact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An HTTP request. Its artifact is the canonical JSON document of the HTTP channel.
 *
 * @param headers by name, in lower case and sorted
 */
public record HttpTemplate(String method, Map<String, TextTemplate> headers, TextTemplate body)
        implements ArtifactTemplate {

    private static final int LONGEST_HEADER = 2_000;
    private static final JsonFactory JSON = new JsonFactory();

    /** @throws IllegalArgumentException with what is wrong, and the remedy */
    public HttpTemplate {
        HttpArtifact.requireMethod(method);
        headers = HttpArtifact.withNames(headers);
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
        List<TextTemplate> parts = new ArrayList<>(headers.values());
        parts.add(body);
        return parts;
    }

    @Override
    public List<String> form() {
        List<String> form = new ArrayList<>(List.of("http", method));
        headers.forEach((name, value) -> form.addAll(List.of("header", name, value.written())));
        form.addAll(List.of("body", body.written()));
        return form;
    }

    @Override
    public Escaping escapingOfTarget() {
        return Escaping.URL;
    }

    @Override
    public byte[] render(Envelope envelope, TemplateValues values, String from, int largest) throws RenderException {
        Map<String, String> rendered = new TreeMap<>();
        for (Map.Entry<String, TextTemplate> header : headers.entrySet()) {
            rendered.put(header.getKey(), header.getValue().render(values, LONGEST_HEADER));
        }
        byte[] content = body.render(values, largest).getBytes(StandardCharsets.UTF_8);
        if (escapingOfBody(rendered) == Escaping.JSON) {
            requireJson(content);
        }
        byte[] artifact = request(envelope.target(), rendered, content).toBytes();
        if (artifact.length > largest) {
            throw new RenderException("the request has " + artifact.length
                    + " bytes, more than delivery.max-artifact-bytes (" + largest + ")");
        }
        return artifact;
    }

    private HttpArtifact request(String url, Map<String, String> rendered, byte[] content) throws RenderException {
        try {
            return new HttpArtifact(method, url, rendered, content);
        } catch (IllegalArgumentException e) {
            throw new RenderException(String.valueOf(e.getMessage()));
        }
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
}
