package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.AdminSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses and errors of an instance on loopback. */
@Timeout(120)
class AnswersTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEARER = "Bearer " + TestServer.TOKEN;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.onLoopback(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldBeAliveAndNotReadyBeforeTheStart() throws Exception {
        HttpResponse<String> live = server.get("/health/live");
        HttpResponse<String> ready = server.get("/health/ready");

        assertThat(live.statusCode()).isEqualTo(200);
        assertThat(live.body()).isEqualTo("{\"status\":\"live\",\"state\":\"CREATED\"}");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(JSON.readTree(ready.body()).path("why").asText()).contains("starting");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/health/live", "/metrics", "/api/topology", "/api/config", "/api/openapi.json", "/nothing"})
    void shouldSendSecurityHeadersWithEveryResponse(String path) throws Exception {
        Responses.assertSafe(server.get(path));
    }

    @Test
    void shouldShowSettingsWithoutSecrets() throws Exception {
        HttpResponse<String> answer = server.get("/api/config");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"token\":\"***\"").doesNotContain("hunter2");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void shouldReturnTheTopologyAsNodesAndAsText() throws Exception {
        JsonNode topology = JSON.readTree(server.get("/api/topology").body());

        assertThat(topology.path("description").asText()).startsWith("Topologies:");
        assertThat(topology.path("subtopologies").path(0).path("nodes"))
                .anySatisfy(node -> assertThat(node.toString()).contains("\"type\":\"source\",\"topics\":[\"in\"]"))
                .anySatisfy(node -> assertThat(node.toString()).contains("\"type\":\"sink\",\"topics\":[\"out\"]"));
    }

    @Test
    void shouldServeTheDashboardWithCacheValidation() throws Exception {
        HttpResponse<String> page = server.get("/");
        String tag = page.headers().firstValue("ETag").orElse("");
        HttpResponse<String> again = server.get("/", "If-None-Match", tag);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).startsWith("<!doctype html>");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(server.get("/app.js").headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/javascript");
    }

    /** Browsers apply the headers of a 304 to the page they have. */
    @Test
    void shouldAllowInlineStylesOnThePageAndNothingElse() throws Exception {
        HttpResponse<String> page = server.get("/");
        HttpResponse<String> again = server.get(
                "/", "If-None-Match", page.headers().firstValue("ETag").orElse(""));

        for (HttpResponse<String> answer : List.of(page, again)) {
            assertThat(answer.headers().allValues("Content-Security-Policy"))
                    .containsExactly("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                            + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
                            + " frame-ancestors 'none'");
        }
        Responses.assertSafe(server.get("/app.js"));
        Responses.assertSafe(server.get("/style.css"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/alerts", "/api/decisions", "/api/quarantine", "/api/keys"})
    void shouldRejectALimitAboveTheMaximum(String path) throws Exception {
        JsonNode problem = Responses.problem(server.get(path + "?limit=501"), 400);

        assertThat(problem.path("detail").asText()).isEqualTo("limit: '501' must be a number from 1 to 500");
    }

    @Test
    void shouldReportAKeyWithoutAnOwner() throws Exception {
        HttpResponse<String> answer = server.get("/api/keys/pay-7");

        assertThat(Responses.problem(answer, 503).path("detail").asText())
                .contains("No instance can answer for pay-7", "hapax key why");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void shouldPointToTheDescriptionWhenAPathIsUnknown() throws Exception {
        JsonNode problem = Responses.problem(server.get("/api/nothing"), 404);

        assertThat(problem.path("detail").asText()).contains("/api/nothing", "/api/openapi.json");
    }

    @Test
    void shouldNameTheSupportedMethods() throws Exception {
        HttpResponse<String> answer = server.post("/api/status", "{}", "Authorization", BEARER);

        assertThat(Responses.problem(answer, 405).path("detail").asText()).contains("POST", "GET");
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
    }

    @Test
    void shouldReturnTheProblemOfAPart() throws Exception {
        JsonNode problem = Responses.problem(server.get("/api/refused"), 409);

        assertThat(problem.path("title").asText()).isEqualTo("Too late");
        assertThat(problem.path("detail").asText()).isEqualTo("Someone was first; ask again");
        assertThat(problem.path("instance").asText()).isEqualTo("/api/refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/broken", "/api/more-broken"})
    void shouldReturnOnlyAnIdOnInternalErrors(String path) throws Exception {
        HttpResponse<String> answer = server.get(path);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(answer.body())
                .containsPattern("Search for the id [0-9a-f]{8}")
                .doesNotContain("hunter2", "Exception", "Error\"", "dev.hapax", "at java");
        Responses.assertSafe(answer);
    }

    @Test
    void shouldReportThePositionOfInvalidJson() throws Exception {
        HttpResponse<String> answer = server.post("/api/echo", "{\n  \"a\": hunter2", "Authorization", BEARER);

        assertThat(Responses.problem(answer, 400).path("detail").asText()).contains("line 2");
        assertThat(answer.body()).doesNotContain("hunter2");
    }

    @Test
    void shouldRejectALargeBody() throws Exception {
        HttpResponse<String> announced = server.post("/api/echo", "x".repeat(1025), "Authorization", BEARER);
        HttpRequest chunked = HttpRequest.newBuilder(server.at("/api/echo"))
                .header("Authorization", BEARER)
                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString("x".repeat(100_000))))
                .build();
        HttpResponse<String> unannounced = server.client.send(chunked, BodyHandlers.ofString());

        assertThat(Responses.problem(announced, 413).path("detail").asText()).contains("max-request-bytes");
        assertThat(Responses.problem(unannounced, 413).path("detail").asText()).contains("max-request-bytes");
    }

    @Test
    void shouldNameTheSettingWhenThePortIsTaken() {
        AdminSettings taken = new AdminSettings(
                true,
                "127.0.0.1",
                server.port(),
                null,
                null,
                AdminSettings.RequireToken.WRITES,
                List.of(),
                new AdminSettings.Tls(null, null, "PKCS12"),
                1024,
                1,
                1,
                List.of(),
                List.of());

        assertThatThrownBy(() -> Binding.of(taken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("admin.port: " + server.port(), "use 0 for any free one");
    }
}
