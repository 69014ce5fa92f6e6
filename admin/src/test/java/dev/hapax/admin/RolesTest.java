package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.operations.Sha256;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RolesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.start(
                folder,
                "port: 0, token: '${env:TOKEN}', require-token: reads, requests-per-second: 10000, users: ["
                        + user("eve", "viewer") + "," + user("ann", "operator") + "," + user("cyd", "approver") + "]");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String user(String name, String role) {
        String hash = HexFormat.of().formatHex(Sha256.of(token(name).getBytes(StandardCharsets.UTF_8)));
        return "{ name: " + name + ", token-sha256: '" + hash + "', roles: [" + role + "] }";
    }

    private static String token(String name) {
        return "token-of-" + name + "-0123456789";
    }

    private HttpResponse<String> post(String name, String path, String body, String... actor) throws Exception {
        String bearer = "Bearer " + (name.equals("shared") ? TestServer.TOKEN : token(name));
        return actor.length == 0
                ? server.post(path, body, "Authorization", bearer)
                : server.post(path, body, "Authorization", bearer, "Hapax-Actor", actor[0]);
    }

    private JsonNode signedIn(String name) throws Exception {
        return JSON.readTree(post(name, "/api/sign-in", "").body());
    }

    @Test
    void shouldSayWhoSignedInAndWhatTheyMay() throws Exception {
        assertThat(signedIn("eve").path("actor").asText()).isEqualTo("eve");
        assertThat(signedIn("eve").path("roles").toString()).isEqualTo("[\"viewer\"]");
        assertThat(signedIn("ann").path("roles").toString()).isEqualTo("[\"viewer\",\"operator\"]");
        assertThat(signedIn("cyd").path("roles").toString()).isEqualTo("[\"viewer\",\"approver\"]");
        assertThat(signedIn("shared").path("roles").toString()).isEqualTo("[\"viewer\",\"operator\"]");
        assertThat(signedIn("shared").path("actor").asText()).isEqualTo("api");
    }

    @Test
    void shouldLetEveryUserReadAndNobodyElse() throws Exception {
        for (String name : new String[] {"eve", "ann", "cyd"}) {
            assertThat(server.get("/api/catalog", "Authorization", "Bearer " + token(name))
                            .statusCode())
                    .isEqualTo(200);
        }
        Responses.problem(server.get("/api/catalog"), 401);
        Responses.problem(server.get("/api/catalog", "Authorization", "Bearer " + token("mallory")), 401);
    }

    /** Whatever routes there will be. */
    @Test
    void shouldLetNoViewerChangeAnything() throws Exception {
        int changes = 0;
        for (String route : server.server.routes()) {
            if (route.startsWith("POST ") && !route.endsWith("/api/sign-in")) {
                String path = route.substring("POST ".length()).replaceAll("\\{[a-z]+}", "r1");
                HttpResponse<String> refused = post("eve", path, "{}");
                assertThat(Responses.problem(refused, 403).path("detail").asText())
                        .as(path)
                        .contains("User eve does not have the role");
                changes++;
            }
        }
        assertThat(changes).isGreaterThan(15);
    }

    @Test
    void shouldLetOnlyApproversApproveAndReject() throws Exception {
        for (String path : new String[] {
            "/api/deliveries/d1/approve",
            "/api/deliveries/d1/reject",
            "/api/deliveries/approve",
            "/api/deliveries/reject",
            "/api/campaigns/c1/approve",
            "/api/campaigns/c1/reject"
        }) {
            for (String name : new String[] {"shared", "ann"}) {
                assertThat(Responses.problem(post(name, path, "{}"), 403)
                                .path("detail")
                                .asText())
                        .contains("role approver");
            }
            Responses.problem(post("cyd", path, "{\"no-such-field\":1}"), 400);
        }
        for (String path : new String[] {"/api/deliveries/d1/cancel", "/api/campaigns/c1/start", "/api/campaigns"}) {
            assertThat(Responses.problem(post("cyd", path, "{}"), 403)
                            .path("detail")
                            .asText())
                    .contains("role operator");
        }
    }

    @Test
    void shouldRecordNobodyUnderTheNameOfAnother() throws Exception {
        assertThat(Responses.problem(post("ann", "/api/sign-in", "", "bob"), 403)
                        .path("detail")
                        .asText())
                .contains("belongs to ann");
        assertThat(post("ann", "/api/sign-in", "", "ann").statusCode()).isEqualTo(200);
        assertThat(Responses.problem(post("shared", "/api/sign-in", "", "Ann"), 403)
                        .path("detail")
                        .asText())
                .contains("is a user with a token");
        assertThat(post("shared", "/api/sign-in", "", "bob").statusCode()).isEqualTo(200);
    }
}
