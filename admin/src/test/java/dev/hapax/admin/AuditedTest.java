package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class AuditedTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void shouldWriteOneLineForEveryChange() throws Exception {
        try (TestServer server = TestServer.onLoopback(folder)) {
            List<String> changes = server.server.routes().stream()
                    .filter(route -> route.startsWith("POST /api/"))
                    // These change nothing.
                    .filter(route -> !route.contains("echo") && !route.endsWith("/sign-in"))
                    .map(route -> route.substring("POST ".length()))
                    .toList();

            assertThat(changes).hasSizeGreaterThan(8);
            for (String change : changes) {
                String path = change.replace("{case}", "in-0@17")
                        .replace("{identity}", "pay-7")
                        .replace("{id}", "r1")
                        .replace("{delivery}", "invoice-42")
                        .replace("{campaign}", "news");
                // The shared token is no approver.
                boolean allowed = !change.endsWith("/approve") && !change.endsWith("/reject");
                try (Logged audit = new Logged("dev.hapax.audit")) {
                    int status = server.post(
                                    path,
                                    "{\"no-such-field\":1}",
                                    "Authorization",
                                    "Bearer " + TestServer.TOKEN,
                                    "Hapax-Actor",
                                    "ann")
                            .statusCode();

                    assertThat(status).as(change).isEqualTo(allowed ? 400 : 403);
                    assertThat(audit.fields()).as(change).singleElement().satisfies(fields -> {
                        assertThat(fields)
                                .containsEntry("actor", "ann")
                                .containsEntry("outcome", "refused")
                                .containsEntry("status", Integer.toString(status))
                                .containsEntry("instance", "127.0.0.1:" + server.port())
                                .containsKeys("action");
                        assertThat(fields.get("why")).contains(allowed ? "'no-such-field'" : "approver");
                        assertThat(fields.values().stream()
                                        .filter(List.of("in-0@17", "pay-7", "r1", "invoice-42", "news")::contains))
                                .hasSize(change.contains("{") ? 1 : 0);
                    });
                }
            }
        }
    }
}
