package dev.hapax.chaos;

import dev.hapax.chaos.stage.Journal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a scenario came to. */
record ScenarioResult(
        Scenario scenario,
        Duration took,
        ChaosTally tally,
        Map<String, Integer> faults,
        List<Journal.Entry> journal,
        List<Check> checks) {

    boolean passed() {
        return checks.stream().allMatch(Check::held);
    }

    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    ScenarioResult with(ChaosTally counted) {
        return new ScenarioResult(scenario, took, counted, faults, journal, checks);
    }
}
