package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares openapi.json with the routes. Each route gets an unknown parameter or field: its error lists the known ones, and these must
 * be the described ones.
 */
@Timeout(120)
class DescriptionTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LISTED_AFTER = "Known: ";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static TestServer server;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static JsonNode document;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.onLoopback(folder);
        document = JSON.readTree(server.get("/api/openapi.json").body());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldDescribeExactlyTheRoutes() {
        Set<String> described = new TreeSet<>();
        described.addAll(described("get"));
        described.addAll(described("post"));
        Set<String> routes = new TreeSet<>(server.server.routes());
        routes.removeIf(route -> route.contains("echo") || route.contains("broken") || route.contains("refused"));
        // The files of the dashboard are not part of the API.
        routes.removeIf(route -> route.matches("GET /[a-z0-9/-]+\\.(html|js|css|svg|png|ico|json)")
                && !route.equals("GET /api/openapi.json"));

        assertThat(document.path("openapi").asText()).isEqualTo("3.1.0");
        assertThat(described).containsExactlyElementsOf(routes);
    }

    private static List<String> described(String method) {
        List<String> routes = new ArrayList<>();
        document.path("paths").properties().forEach(path -> {
            if (path.getValue().has(method)) {
                routes.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
            }
        });
        return routes;
    }

    static Stream<String> reads() {
        return described("get").stream()
                .map(route -> route.substring("GET ".length()))
                .filter(path -> path.startsWith("/api/"));
    }

    @ParameterizedTest
    @MethodSource("reads")
    void shouldDescribeExactlyTheParametersOfARead(String path) throws Exception {
        HttpResponse<String> refused = server.get(example(path) + "?no-such-parameter=1");

        Set<String> described = new TreeSet<>();
        for (JsonNode parameter : document.at("/paths").path(path).path("get").path("parameters")) {
            JsonNode resolved = resolved(parameter);
            if (resolved.path("in").asText().equals("query")) {
                described.add(resolved.path("name").asText());
            }
        }
        assertThat(described).isEqualTo(taken(refused, "'no-such-parameter'"));
    }

    static Stream<String> changes() {
        return described("post").stream().map(route -> route.substring("POST ".length()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldDescribeExactlyTheFieldsOfAChange(String path) throws Exception {
        HttpResponse<String> refused =
                server.post(example(path), "{\"no-such-field\":1}", "Authorization", "Bearer " + TestServer.ALL_ROLES);

        Set<String> described = new TreeSet<>();
        document.at("/paths")
                .path(path)
                .at("/post/requestBody/content/application~1json/schema/properties")
                .fieldNames()
                .forEachRemaining(described::add);
        assertThat(described).isEqualTo(taken(refused, "'no-such-field'"));
    }

    @Test
    void shouldDescribeTheFieldsOfNumbersAndKeys() throws Exception {
        assertThat(names(document.at("/components/schemas/Stats/properties")))
                .isEqualTo(answered("/api/stats", "/api/stats?scope=instance"));
        assertThat(names(document.at("/components/schemas/KeyPage/properties"))).isEqualTo(answered("/api/keys"));
    }

    private static Set<String> answered(String... paths) throws Exception {
        Set<String> fields = new TreeSet<>();
        for (String path : paths) {
            fields.addAll(names(JSON.readTree(server.get(path).body())));
        }
        return fields;
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static JsonNode resolved(JsonNode parameter) {
        return parameter.has("$ref")
                ? document.at(parameter.path("$ref").asText().substring(1))
                : parameter;
    }

    private static String example(String path) {
        return path.replace("{case}", "in-0@17")
                .replace("{delivery}", "d1")
                .replace("{campaign}", "c1")
                .replace("{identity}", "pay-7")
                .replace("{id}", "r1");
    }

    private static Set<String> taken(HttpResponse<String> refused, String unknown) throws Exception {
        String detail = Responses.problem(refused, 400).path("detail").asText();
        assertThat(detail).contains(unknown);
        int list = detail.indexOf(LISTED_AFTER);
        return list < 0
                ? Set.of()
                : new TreeSet<>(Arrays.asList(
                        detail.substring(list + LISTED_AFTER.length()).split(", ")));
    }
}
