package dev.hapax.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.chaos.stage.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report about a run, as Markdown and as JSON. */
record ChaosReport(long seed, Duration time, int perSecond, List<ScenarioResult> results) {

    private static final ObjectMapper JSON = new ObjectMapper();

    boolean passed() {
        return results.stream().allMatch(ScenarioResult::passed);
    }

    /** Writes {@code report.md} and {@code report.json}, and returns the path of the first one. */
    Path write(Path folder) throws IOException {
        Files.writeString(folder.resolve("report.json"), json());
        return Files.writeString(folder.resolve("report.md"), markdown());
    }

    String json() {
        Map<String, @Nullable Object> root = new LinkedHashMap<>();
        root.put("schema", "hapax.chaos/1");
        root.put("seed", seed);
        root.put("timeSeconds", time.toSeconds());
        root.put("messagesPerSecond", perSecond);
        root.put("passed", passed());
        root.put("scenarios", results.stream().map(ChaosReport::fields).toList());
        try {
            return JSON.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values can always be written", e);
        }
    }

    private static Map<String, @Nullable Object> fields(ScenarioResult result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("scenario", result.scenario().code());
        fields.put("passed", result.passed());
        fields.put("seconds", result.took().toSeconds());
        fields.put("messages", result.tally().messages());
        fields.put("unanswered", result.tally().unanswered());
        fields.put("outcomes", result.tally().outcomes());
        fields.put("decisionsCompared", result.tally().compared());
        fields.put("gaveUp", result.tally().gaveUp());
        fields.put("faults", result.faults());
        fields.put("checks", result.checks().stream().map(ChaosReport::fields).toList());
        fields.put("journal", result.journal());
        return fields;
    }

    private static Map<String, @Nullable Object> fields(ScenarioResult.Check check) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("check", check.name());
        fields.put("held", check.held());
        fields.put("failure", check.failure());
        return fields;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("# Hapax under faults: ")
                .append(passed() ? "all held" : "NOT ALL HELD")
                .append("\n\n");
        text.append("Seed ").append(seed).append(", ").append(time.toSeconds()).append(" s of faults in all, ");
        text.append(perSecond)
                .append(" messages a second. Again: `")
                .append(again())
                .append("`\n\n");
        text.append("| scenario | verdict | messages | decided | duplicates | quarantined | faults |\n");
        text.append("|---|---|--:|--:|--:|--:|---|\n");
        results.forEach(result -> text.append(row(result)).append('\n'));
        results.forEach(result -> text.append(section(result)));
        return text.toString();
    }

    private String again() {
        String which = results.size() == Scenario.values().length
                ? ""
                : results.stream().map(result -> " " + result.scenario().code()).collect(Collectors.joining());
        return "./hapax-chaos" + which + " --seed " + seed + " --time " + time.toSeconds() + "s --rate " + perSecond;
    }

    private static String row(ScenarioResult result) {
        Map<Model.Expected, Integer> outcomes = result.tally().outcomes();
        int quarantined = outcomes.entrySet().stream()
                .filter(outcome -> outcome.getKey().isQuarantined())
                .mapToInt(Map.Entry::getValue)
                .sum();
        return "| %s | %s | %d | %d | %d | %d | %s |"
                .formatted(
                        result.scenario().code(),
                        result.passed() ? "held" : "BROKEN",
                        result.tally().messages(),
                        outcomes.getOrDefault(Model.Expected.DECIDED, 0),
                        outcomes.getOrDefault(Model.Expected.DUPLICATE, 0),
                        quarantined,
                        result.faults().entrySet().stream()
                                .map(fault -> fault.getValue() + " × " + fault.getKey())
                                .collect(Collectors.joining(", ")));
    }

    private static String section(ScenarioResult result) {
        StringBuilder text = new StringBuilder();
        text.append("\n## ").append(result.scenario().code()).append("\n\n");
        text.append(sentence(result.scenario().description())).append(" Took ");
        text.append(result.took().toSeconds())
                .append(" s; ")
                .append(result.tally().unanswered());
        text.append(" sends without an answer; ").append(result.tally().compared());
        text.append(" decisions read meanwhile and compared at the end; instances gave up by themselves ");
        text.append(result.tally().gaveUp()).append(" times.\n\n");
        for (ScenarioResult.Check check : result.checks()) {
            text.append("- ").append(check.held() ? "held: " : "**broken**: ").append(check.name());
            text.append(check.failure() == null ? "" : ": " + check.failure()).append('\n');
        }
        text.append("\n```\n");
        for (Journal.Entry entry : result.journal()) {
            text.append(entry.line()).append('\n');
        }
        return text.append("```\n").toString();
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }
}
