package dev.hapax.operations.quarantine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cases that match a filter, counted before something is done to all of them. */
public record CaseCount(List<Group> groups) {

    public CaseCount {
        groups = List.copyOf(groups);
    }

    public long cases() {
        return groups.stream().mapToLong(Group::count).sum();
    }

    /** Put into the filter, it leaves out what comes after the count; null where nothing was counted. */
    public @Nullable Instant until() {
        return groups.stream()
                .map(Group::latest)
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

    /**
     * How many cases have one reason, and an example, which is among the newest.
     *
     * @param latest when the newest of them was quarantined
     */
    public record Group(String reason, long count, Case.Summary example, Instant latest) {

        static Group of(Case.Summary first) {
            return new Group(first.reason(), 1, first, first.at());
        }

        Group plus(Group other) {
            return new Group(
                    reason, count + other.count, example, latest.isBefore(other.latest) ? other.latest : latest);
        }
    }
}
