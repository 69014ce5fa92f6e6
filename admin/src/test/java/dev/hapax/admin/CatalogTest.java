package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.Case;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CatalogTest {

    @TempDir
    private Path folder;

    @Test
    void shouldListEveryReasonAndState() throws Exception {
        JsonNode catalog;
        try (TestServer server = TestServer.onLoopback(folder)) {
            catalog = new ObjectMapper().readTree(server.get("/api/catalog").body());
        }

        assertThat(catalog.path("reasons").findValuesAsText("reason")).isEqualTo(names(Reason.values()));
        assertThat(catalog.path("reasons").findValuesAsText("description")).allMatch(text -> text.endsWith("."));
        assertThat(catalog.path("reasons").findValuesAsText("advice")).allMatch(text -> text.endsWith("."));
        assertThat(catalog.path("states").findValuesAsText("state"))
                .isEqualTo(
                        Arrays.stream(Case.State.values()).map(Case.State::code).toList());
        assertThat(catalog.path("states").findValuesAsText("resolved"))
                .isEqualTo(Arrays.stream(Case.State.values())
                        .map(state -> String.valueOf(state.resolved()))
                        .toList());
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }
}
