package dev.hapax.operations.replay;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Intake;
import dev.hapax.operations.replay.Comparison.Change;
import dev.hapax.operations.replay.Comparison.Difference;
import dev.hapax.operations.replay.Comparison.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a stretch to tell on which messages two rule sets differ. */
final class Comparing {

    private static final int EXAMPLES = 3;

    private final ReplaySource originals;
    private final Consumer<Difference> each;
    private final Map<Pair, Found> found = new HashMap<>();
    private ReplayCounts counts = ReplayCounts.NONE;
    private long same;

    Comparing(ReplaySource originals, Consumer<Difference> each) {
        this.originals = originals;
        this.each = each;
    }

    boolean take(ConsumerRecord<byte[], byte[]> record) {
        Intake.Arrived arrived = originals.read(record, 0);
        if (arrived == null) {
            counts = counts.plus(ReplayCounts.UNREADABLE);
        } else if (!originals.wanted(arrived)) {
            counts = counts.plus(ReplayCounts.SKIPPED);
        } else {
            counts = counts.plus(ReplayCounts.SENT);
            compare(arrived);
        }
        return true;
    }

    private void compare(Intake.Arrived arrived) {
        Ruling before = originals.rule(arrived);
        Ruling after = originals.ruleOtherwise(arrived);
        if (before.agreesWith(after)) {
            same++;
            return;
        }
        Arrival arrival = arrived.arrival();
        Difference difference = new Difference(arrival.message().at(), arrival.identity(), before, after);
        found.computeIfAbsent(new Pair(Kind.of(before), Kind.of(after)), pair -> new Found())
                .add(difference);
        each.accept(difference);
    }

    Comparison comparison(Stretch stretch, String before, String after) {
        List<Change> changes = found.entrySet().stream()
                .map(entry -> new Change(
                        entry.getKey().before(),
                        entry.getKey().after(),
                        entry.getValue().messages,
                        entry.getValue().examples))
                .sorted(Comparator.comparingLong(Change::messages)
                        .reversed()
                        .thenComparing(change -> change.before().label())
                        .thenComparing(change -> change.after().label()))
                .toList();
        return new Comparison(stretch, before, after, counts, same, changes);
    }

    private record Pair(Kind before, Kind after) {}

    /** How many messages change in one way, and the first few of them. */
    private static final class Found {
        private final List<Difference> examples = new ArrayList<>();
        private long messages;

        void add(Difference difference) {
            messages++;
            if (examples.size() < EXAMPLES) {
                examples.add(difference);
            }
        }
    }
}
