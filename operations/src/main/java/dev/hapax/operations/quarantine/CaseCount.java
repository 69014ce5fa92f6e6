package dev.hapax.operations.quarantine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cases that match a filter, counted before something is done to all of them. */
public record CaseCount(List<CaseGroup> groups) {

    public CaseCount {
        groups = List.copyOf(groups);
    }

    public long cases() {
        return groups.stream().mapToLong(CaseGroup::count).sum();
    }

    /** Put into the filter, it leaves out what comes after the count; null where nothing was counted. */
    public @Nullable Instant until() {
        return groups.stream()
                .map(CaseGroup::latest)
                .max(Comparator.naturalOrder())
                .map(latest -> latest.plus(1, ChronoUnit.MILLIS))
                .orElse(null);
    }

    public Map<String, @Nullable Object> fields() {
        Instant until = until();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("dryRun", true);
        fields.put("cases", cases());
        fields.put("until", until == null ? null : until.toString());
        fields.put("groups", groups.stream().map(CaseFields::of).toList());
        return fields;
    }
}
