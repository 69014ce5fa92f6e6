package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.ProblemException;
import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RequestsTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                config.routes.post("/", request -> Requests.body(request, "reason", "execute"));
                config.routes.get(
                        "/",
                        request -> request.result(
                                Requests.flag(request, "local") + " " + Requests.text(request, "owner")));
                config.routes.exception(
                        ProblemException.class,
                        (problem, request) -> request.status(problem.status()).result(problem.getMessage()));
            })
            .start("127.0.0.1", 0);

    @AfterEach
    void stop() {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"reason\":\"x\",\"execute\":false,\"execute\":true}",
                "{\"reason\":\"x\"} {\"execute\":true}",
                "{\"reason\": x4111111111111111}",
                "[]"
            })
    void shouldRejectAnAmbiguousBodyWithoutQuotingIt(String body) throws Exception {
        HttpResponse<String> refused = client.send(
                HttpRequest.newBuilder(at("/"))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).startsWith("The body").doesNotContain("4111");
    }

    @Test
    void shouldRejectAnInvalidOrRepeatedParameter() throws Exception {
        assertThat(get("/?local=true&owner=ann").body()).isEqualTo("true ann");
        assertThat(get("/?local=false").body()).isEqualTo("false null");
        assertThat(get("/?local=1").statusCode()).isEqualTo(400);
        assertThat(get("/?local=TRUE").statusCode()).isEqualTo(400);
        assertThat(get("/?owner=ann&owner=bob").body()).isEqualTo("owner: must be given once.");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString());
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
