package dev.hapax.described;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That an answer which is not as described is found. The ITs hold real ones against the description. */
class DescribedTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WELL = "{\"case\":\"in-0@1\",\"kind\":\"DONE\",\"said\":\"dropped\",\"outcome\":null,"
            + "\"command\":\"hapax quarantine drop\"}";

    private final Described described = new Described();

    @Test
    void shouldTakeAnAnswerAsItIsDescribed() {
        assertThat(described.unmet()).contains("CaseResult");

        assertThatCode(() -> check(WELL)).doesNotThrowAnyException();

        assertThat(described.unmet()).doesNotContain("CaseResult").contains("Case");
    }

    @Test
    void shouldFindWhatIsNotDescribedMissingOrOtherwise() {
        assertThatThrownBy(() -> check(WELL.replace("}", ",\"more\":1}")))
                .hasMessageContaining("/more: is not described");
        assertThatThrownBy(() -> check(WELL.replace("\"said\"", "\"says\"")))
                .hasMessageContaining("/says: is not described")
                .hasMessageContaining("/said: is missing");
        assertThatThrownBy(() -> check(WELL.replace("\"dropped\"", "7"))).hasMessageContaining("/said: 7 is no");
        assertThatThrownBy(() -> check(WELL.replace("DONE", "FINE"))).hasMessageContaining("/kind");
        assertThatThrownBy(() -> described.check("GET", "/health/live", 200, "application/problem+json", json(WELL)))
                .hasMessageContaining("is not described");
    }

    @Test
    void shouldHoldAnAnswerAgainstAllThatItConsistsOf() {
        assertThatThrownBy(() -> described.check(
                        "POST", "/api/replays/r1/cancel", 200, "application/json", json("{\"id\":\"r1\",\"more\":1}")))
                .hasMessageContaining("/more: is not described")
                .hasMessageContaining("/state: is missing")
                .hasMessageContaining("/command: is missing")
                .hasMessageNotContaining("/id:");
    }

    /** Else nothing that it says could be wrong. */
    @Test
    void shouldDescribeTheFieldsOfEveryAnswer() {
        List<String> open = new ArrayList<>();
        for (var path : Described.document().path("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                operation.getValue().path("responses").forEach(response -> {
                    JsonNode schema = response.at("/content/application~1json/schema");
                    if (schema.path("additionalProperties").asBoolean(false)
                            || (schema.isObject() && schema.isEmpty())) {
                        open.add(operation.getKey() + " " + path.getKey());
                    }
                });
            }
        }

        assertThat(open).containsExactlyInAnyOrder("get /api/config", "get /api/openapi.json");
    }

    private void check(String body) throws Exception {
        described.check("POST", "/api/quarantine/in-0%401/drop", 200, "application/json", json(body));
    }

    private static JsonNode json(String text) throws Exception {
        return JSON.readTree(text);
    }
}
