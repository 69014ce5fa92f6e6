package dev.hapax.described;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What openapi.json says, for real answers to be held against: each by its path, method and status. */
public final class Described {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PLACE = Pattern.compile("\\{[a-z]+}");

    private final JsonNode document;
    private final Schema schema;

    public Described() {
        this(document());
    }

    Described(JsonNode document) {
        this.document = document;
        this.schema = new Schema(document);
    }

    static JsonNode document() {
        try (InputStream in =
                Objects.requireNonNull(Described.class.getResourceAsStream("/dev/hapax/admin/page/openapi.json"))) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails with all that is in an answer and not described, or described as always there and missing. */
    public void check(HttpResponse<String> answer) throws IOException {
        String type = answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        if (type.endsWith("json")) {
            check(
                    answer.request().method(),
                    answer.request().uri().getRawPath(),
                    answer.statusCode(),
                    type,
                    JSON.readTree(answer.body()));
        }
    }

    synchronized void check(String method, String path, int status, String type, JsonNode body) {
        JsonNode responses = operation(method, path).path("responses");
        JsonNode response = responses.has("" + status) ? responses.path("" + status) : responses.path("default");
        JsonNode described =
                schema.resolved(response).path("content").path(type).path("schema");
        String what = method + " " + path + " " + status + " " + type;
        assertThat(described.isMissingNode()).as("%s is not described", what).isFalse();
        assertThat(schema.wrong(described, body)).as("%s: %s", what, body).isEmpty();
    }

    /** A path that stands there as it is, before one with places. */
    private JsonNode operation(String method, String path) {
        JsonNode found = document.path("paths").path(path);
        if (found.isMissingNode()) {
            for (var described : document.path("paths").properties()) {
                if (path.matches(PLACE.matcher(described.getKey()).replaceAll("[^/]+"))) {
                    found = described.getValue();
                }
            }
        }
        // Of a path that there is not, the problem is told as everywhere.
        return found.isMissingNode() ? document.at("/paths/~1/get") : found.path(method.toLowerCase(Locale.ROOT));
    }

    /** Schemas that no answer so far was held against, without those of requests. */
    public synchronized Set<String> unmet() {
        Set<String> unmet = new TreeSet<>();
        document.at("/components/schemas").fieldNames().forEachRemaining(unmet::add);
        unmet.removeAll(schema.met());
        document.findValues("requestBody")
                .forEach(asked ->
                        asked.findValuesAsText("$ref").forEach(reference -> unmet.remove(Schema.name(reference))));
        return unmet;
    }
}
