package dev.hapax.operations.replay;

import dev.hapax.domain.Coordinates;
import java.util.List;

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
        Stretch stretch, String before, String after, ReplayCounts counts, long same, List<Change> changes) {

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
}
