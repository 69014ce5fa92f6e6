package dev.hapax.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.chaos.Model.Expected;
import dev.hapax.chaos.stage.Journal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosReportTest {

    @TempDir
    Path folder;

    @Test
    void shouldSayWhatWasInjectedWhatWasCheckedAndTheVerdict() throws Exception {
        ChaosReport report = new ChaosReport(
                7, Duration.ofSeconds(90), 300, List.of(result(new ScenarioResult.Check("nothing lost", null))));

        Path written = report.write(folder);

        assertThat(report.passed()).isTrue();
        assertThat(written)
                .content()
                .contains("# Hapax under faults: all held")
                .contains("./hapax-chaos killed --seed 7 --time 90s --rate 300")
                .contains("| killed | held | 30 | 20 | 7 | 3 | 2 × instance killed at work |")
                .contains("- held: nothing lost")
                .contains("1.5 s  instance killed at work: instance 2");
        JsonNode json = new ObjectMapper().readTree(Files.readString(folder.resolve("report.json")));
        assertThat(json.at("/scenarios/0/faults/instance killed at work").asInt())
                .isEqualTo(2);
        assertThat(json.at("/passed").asBoolean()).isTrue();
    }

    @Test
    void shouldNotPassWhenOneCheckDidNotHold() {
        ChaosReport report = new ChaosReport(
                7,
                Duration.ofSeconds(90),
                300,
                List.of(
                        result(new ScenarioResult.Check("nothing lost", null)),
                        result(new ScenarioResult.Check("nothing lost", "1 have no outcome"))));

        assertThat(report.passed()).isFalse();
        assertThat(report.markdown()).contains("NOT ALL HELD").contains("**broken**: nothing lost: 1 have no outcome");
    }

    private static ScenarioResult result(ScenarioResult.Check check) {
        return new ScenarioResult(
                Scenario.KILLED,
                Duration.ofSeconds(40),
                new ScenarioResult.Tally(
                        30, 0, Map.of(Expected.DECIDED, 20, Expected.DUPLICATE, 7, Expected.LATE, 3), 5, 0),
                Map.of("instance killed at work", 2),
                List.of(new Journal.Entry(1500, "instance killed at work: instance 2")),
                List.of(check));
    }
}
