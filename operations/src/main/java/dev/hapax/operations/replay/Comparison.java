package dev.hapax.operations.replay;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Intake;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * How two rule sets judge the same stretch.
 *
 * @param before the classifier of today
 * @param after the other
 * @param counts what became of the messages; sent counts those that were compared
 * @param same how many get the same label and the same importance
 * @param changes the others, most frequent first
 */
public record Comparison(
        ReplayRange.Stretch stretch,
        String before,
        String after,
        ReplayStatus.Counts counts,
        long same,
        List<Change> changes) {

    public Comparison {
        changes = List.copyOf(changes);
    }

    public long different() {
        return counts.sent() - same;
    }

    /**
     * Messages that change in the same way.
     *
     * @param examples the first few of them
     */
    public record Change(Kind before, Kind after, long messages, List<Difference> examples) {
        public Change {
            examples = List.copyOf(examples);
        }
    }

    /** What a message is to those who read decisions and alerts. */
    public record Kind(String label, boolean important) {

        static Kind of(Ruling ruling) {
            return new Kind(ruling.label(), ruling.important());
        }
    }

    /** A message on which the two differ. */
    public record Difference(Coordinates at, String identity, Ruling before, Ruling after) {}

    /** Reads a range and collects the messages on which two rule sets differ. */
    static final class Reader {

        private static final int EXAMPLES = 3;

        private final ReplaySource originals;
        private final Consumer<Difference> each;
        private final Map<Pair, Found> found = new HashMap<>();
        private ReplayStatus.Counts counts = ReplayStatus.Counts.NONE;
        private long same;

        Reader(ReplaySource originals, Consumer<Difference> each) {
            this.originals = originals;
            this.each = each;
        }

        boolean take(ConsumerRecord<byte[], byte[]> record) {
            Intake.Arrived arrived = originals.read(record, 0);
            if (arrived == null) {
                counts = counts.plus(ReplayStatus.Counts.UNREADABLE);
            } else if (!originals.wanted(arrived)) {
                counts = counts.plus(ReplayStatus.Counts.SKIPPED);
            } else {
                counts = counts.plus(ReplayStatus.Counts.SENT);
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

        Comparison comparison(ReplayRange.Stretch stretch, String before, String after) {
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
}
