package dev.hapax.operations.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All facts about one message under one generation. */
final class MessageFacts {

    private final Map<RecordKind, List<Fact>> facts = new EnumMap<>(RecordKind.class);
    private final List<Fact> inputs = new ArrayList<>();

    void add(Fact fact) {
        facts.computeIfAbsent(fact.kind(), kind -> new ArrayList<>()).add(fact);
        if (fact.kind().input() && !fact.is(Fact.OUTSIDE)) {
            inputs.add(fact);
        }
    }

    /** Those that are verified; one, except where a replay was written more than once. */
    List<Fact> inputs() {
        return inputs;
    }

    /** What a version decides of each of these inputs. */
    List<Fact> judgedBy(int rules) {
        return rules == 0
                ? inputs
                : of(RecordKind.BY_OTHER_RULES).stream()
                        .filter(input -> input.rules() == rules && !input.is(Fact.OUTSIDE))
                        .toList();
    }

    /** Whether any input is known, be it outside of what is verified. */
    boolean hasInput() {
        return has(RecordKind.INPUT) || has(RecordKind.REPLAY);
    }

    List<Fact> of(RecordKind kind) {
        return facts.getOrDefault(kind, List.of());
    }

    boolean has(RecordKind kind) {
        return !of(kind).isEmpty();
    }

    /** Everything that was published about it. */
    List<Fact> outputs() {
        return facts.entrySet().stream()
                .filter(entry -> entry.getKey().outcome() || entry.getKey() == RecordKind.ALERT)
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }
}
