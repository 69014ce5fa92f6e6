package dev.hapax.operations.quarantine;

import dev.hapax.domain.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a replay of all matching cases would do, by the current intake and classifier. A copy that has acted already may
 * hold some of them back.
 *
 * @param decided how many would be decided how, most frequent first
 * @param refused how many would not be replayed, by reason; most frequent first
 */
public record CaseForecast(List<Count> decided, List<Count> refused) {

    /** How many cases have that in common. */
    public record Count(String name, boolean important, long cases) {}

    /** What would become of one case. */
    sealed interface Expected {}

    record Decided(Judgement judgement) implements Expected {}

    /** @param why in few words, the same for all such cases */
    record NotReplayed(String why) implements Expected {}

    public CaseForecast {
        decided = List.copyOf(decided);
        refused = List.copyOf(refused);
    }

    /** How many would act. */
    public long acting() {
        return decided.stream().mapToLong(Count::cases).sum();
    }

    /** How many of those would raise an alert. */
    public long alerts() {
        return decided.stream().filter(Count::important).mapToLong(Count::cases).sum();
    }

    public long refusals() {
        return refused.stream().mapToLong(Count::cases).sum();
    }

    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("acting", acting());
        fields.put("alerts", alerts());
        fields.put("refused", refusals());
        fields.put(
                "decisions",
                decided.stream()
                        .map(count ->
                                Map.of("label", count.name(), "important", count.important(), "cases", count.cases()))
                        .toList());
        fields.put(
                "refusals",
                refused.stream()
                        .map(count -> Map.of("why", count.name(), "cases", count.cases()))
                        .toList());
        return fields;
    }

    /** Counts while cases pass. */
    static final class Counter {
        private final Map<Count, Long> decided = new LinkedHashMap<>();
        private final Map<Count, Long> refused = new LinkedHashMap<>();

        void add(Expected expected) {
            if (expected instanceof Decided one) {
                decided.merge(new Count(one.judgement().label(), one.judgement().important(), 0), 1L, Long::sum);
            } else if (expected instanceof NotReplayed one) {
                refused.merge(new Count(one.why(), false, 0), 1L, Long::sum);
            } else {
                throw new IllegalStateException("unknown " + expected);
            }
        }

        CaseForecast forecast() {
            return new CaseForecast(sorted(decided), sorted(refused));
        }

        private static List<Count> sorted(Map<Count, Long> counts) {
            List<Count> all = new ArrayList<>();
            counts.forEach((count, cases) -> all.add(new Count(count.name(), count.important(), cases)));
            all.sort(Comparator.comparingLong(Count::cases).reversed().thenComparing(Count::name));
            return all;
        }
    }
}
