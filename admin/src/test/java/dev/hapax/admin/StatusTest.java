package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code /api/status} of an instance that is not running yet. */
@Timeout(120)
class StatusTest {

    private static final TopicPartition CHANGELOG = new TopicPartition("hapax-guard-changelog", 3);
    private static final String HALF_WAY =
            "{\"running\":true,\"stores\":[{\"store\":\"guard\",\"partition\":3,\"restored\":500,\"total\":1000}]}";
    private static final String DONE = "{\"running\":false,\"stores\":[]}";

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.onLoopback(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldReportRestoreProgress() throws Exception {
        server.restoring.onRestoreStart(CHANGELOG, "guard", 100, 1_100);
        server.restoring.onBatchRestored(CHANGELOG, "guard", 600, 500);

        JsonNode status = get("/api/status");

        assertThat(status.path("restore").toString()).isEqualTo(HALF_WAY);
        assertThat(status.at("/instances/0/restore").toString()).isEqualTo(HALF_WAY);
        assertThat(get("/api/status?scope=instance").path("restore").toString()).isEqualTo(HALF_WAY);

        server.restoring.onRestoreEnd(CHANGELOG, "guard", 1_000);

        assertThat(get("/api/status").path("restore").toString()).isEqualTo(DONE);
        assertThat(get("/api/status?scope=instance").path("restore").toString()).isEqualTo(DONE);
    }

    @Test
    void shouldReportTheVersionThatDecidesEachSource() throws Exception {
        JsonNode decidesBy = get("/api/status").at("/instances/0/decidesBy");

        assertThat(decidesBy).hasSize(1);
        assertThat(decidesBy.at("/0/source").asText()).isEqualTo("in");
        assertThat(decidesBy.at("/0/version").asText()).matches("rules@[0-9a-f]{12}\\+[0-9a-f]{8}");
    }

    @Test
    void shouldReturnTheBreakdown() throws Exception {
        JsonNode status = get("/api/status");

        assertThat(status.path("version").asText()).isEqualTo("test");
        assertThat(status.path("kafka").asText()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(status.path("java").asText()).isEqualTo(Runtime.version().toString());
        assertThat(status.path("started").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
    }

    @Test
    void shouldReturnOnlyItsOwnStatusOnRequest() throws Exception {
        String self = "127.0.0.1:" + server.port();

        JsonNode itself = get("/api/status?scope=instance");

        assertThat(itself.path("address").asText()).isEqualTo(self);
        assertThat(itself.path("self").asBoolean()).isTrue();
        assertThat(itself.path("state").asText()).isEqualTo("CREATED");
        assertThat(itself.path("version").asText()).isEqualTo("test");
        assertThat(itself.path("threads")).hasSize(1);
        assertThat(itself.has("lag")).as("of the group").isFalse();
        assertThat(Responses.problem(server.get("/api/status?scope=all"), 400)
                        .path("detail")
                        .asText())
                .isEqualTo("scope: 'all' must be group or instance.");
    }

    private JsonNode get(String path) throws Exception {
        var answer = server.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminJson.read(answer.body());
    }
}
