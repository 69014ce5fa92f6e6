package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.Locale;

/** Checks that apply to every response and every problem. */
final class Responses {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Responses() {}

    /** The problem document of a response, which must be one. */
    static JsonNode problem(HttpResponse<String> answer, int status) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertSafe(answer);
        JsonNode problem = JSON.readTree(answer.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("detail").asText()).isNotBlank();
        assertThat(problem.path("instance").asText()).startsWith("/");
        return problem;
    }

    static void assertSafe(HttpResponse<?> answer) {
        var headers = answer.headers();
        assertThat(headers.firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .startsWith("default-src 'none'; script-src 'self';")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe"));
        assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(headers.firstValue("Cross-Origin-Opener-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Cross-Origin-Resource-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Cache-Control")).isPresent();
        assertThat(headers.map().keySet())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"))
                .doesNotContain("server", "x-powered-by", "set-cookie");
    }
}
