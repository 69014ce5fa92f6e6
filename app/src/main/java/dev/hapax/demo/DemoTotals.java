package dev.hapax.demo;

import dev.hapax.domain.Reason;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The messages read, and their outcomes, as committed. */
public record DemoTotals(
        long read,
        long admitted,
        long duplicates,
        long redeliveries,
        Map<Reason, Long> quarantinedByReason,
        long alerts,
        Map<String, Long> decisionsByLabel) {

    public DemoTotals {
        Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
        reasons.putAll(quarantinedByReason);
        quarantinedByReason = reasons;
        decisionsByLabel = new TreeMap<>(decisionsByLabel);
    }

    /** All of them, conflicts included. */
    public long quarantined() {
        return quarantinedByReason.values().stream().mapToLong(Long::longValue).sum();
    }

    public long conflicts() {
        return quarantinedByReason.getOrDefault(Reason.CONFLICT, 0L);
    }

    /** The number of messages with an outcome. */
    public long accountedFor() {
        return admitted + duplicates + redeliveries + quarantined();
    }

    public boolean addsUp() {
        return read == accountedFor();
    }

    /** As the JSON object that scripts read. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("read", read);
        fields.put("admitted", admitted);
        fields.put("duplicates", duplicates);
        fields.put("redeliveries", redeliveries);
        fields.put("conflicts", conflicts());
        fields.put("quarantined", quarantined());
        fields.put("quarantinedByReason", quarantinedByReason);
        fields.put("alerts", alerts);
        fields.put("decisionsByLabel", decisionsByLabel);
        return fields;
    }
}
