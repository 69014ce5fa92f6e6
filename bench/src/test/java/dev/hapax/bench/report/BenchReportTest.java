package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.OutputOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchReportTest {

    private static final Map<String, Object> MACHINE = Map.of("cores", 2);

    @Test
    void shouldBeOneObjectForScripts() throws Exception {
        JsonNode json = new ObjectMapper().readTree(OutputOption.json(report().fields(MACHINE)));

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("measurement", "machine", "settings", "contenders", "targets", "notes");
        assertThat(json.at("/contenders/0/messagesPerSecond/median").asInt()).isEqualTo(61234);
        assertThat(json.at("/targets/0/met").asBoolean()).isFalse();
        assertThat(json.at("/targets/0/limit").asDouble()).isEqualTo(2.0);
        assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
        assertThat(json.at("/notes/0").asText()).isEqualTo("redis is left out");
    }

    @Test
    void shouldShowPeopleTheSame() {
        assertThat(report().lines(MACHINE))
                .contains("contender  messages/s", "hapax          61,234", "- redis is left out")
                .anyMatch(line -> line.matches("guard +at most 2.00 +2.40 +NOT MET"))
                .anyMatch(line -> line.matches("rounds +3"))
                .anyMatch(line -> line.matches("cores +2"));
    }

    private static BenchReport report() {
        Table table = new Table("contender", "messages/s");
        table.row("hapax", "61,234");
        return new BenchReport(
                "throughput",
                Map.of("rounds", 3),
                List.of(Map.of("name", "hapax", "messagesPerSecond", new Spread(61234, 58000, 64000).fields())),
                table,
                List.of(BenchTarget.atMost(2.0, "guard", 2.4)),
                List.of("redis is left out"),
                List.of(),
                true);
    }
}
