package dev.hapax.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a measurement found.
 *
 * @param settings how it was made
 * @param contenders the figures of each, for JSON
 * @param table the same figures, for people
 * @param notes what a reader must know to judge the figures
 * @param complete whether every contender that could be started did its job
 */
public record BenchReport(
        String measurement,
        Map<String, Object> settings,
        List<Map<String, Object>> contenders,
        Table table,
        List<BenchTarget> targets,
        List<String> notes,
        List<Chart> charts,
        boolean complete) {

    /** As one object. */
    public Map<String, Object> fields(Map<String, Object> machine) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("measurement", measurement);
        fields.put("machine", machine);
        fields.put("settings", settings);
        fields.put("contenders", contenders);
        fields.put("targets", targets.stream().map(BenchTarget::fields).toList());
        fields.put("notes", notes);
        return fields;
    }

    /** As text. */
    public List<String> lines(Map<String, Object> machine) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(table.lines());
        if (!targets.isEmpty()) {
            Table judged = new Table("target", "limit", "measured", "verdict");
            targets.forEach(target -> judged.row(target.cells()));
            lines.add("");
            lines.addAll(judged.lines());
        }
        if (!notes.isEmpty()) {
            lines.add("");
            notes.forEach(note -> lines.add("- " + note));
        }
        lines.add("");
        facts(lines, settings);
        facts(lines, machine);
        lines.add("");
        return lines;
    }

    private static void facts(List<String> lines, Map<String, Object> facts) {
        facts.forEach((name, value) -> lines.add(String.format("%-22s%s", name, value)));
    }
}
