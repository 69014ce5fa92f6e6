package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.operations.OperationException;
import dev.hapax.operations.Range;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three partitions: 0 has offsets 10 to 99, 1 has 0 to 49, 2 is empty; the application has committed 80 and 50. */
class ReplayRangeTest {

    private static final Bound EDGE = new Bound.Edge();
    private static final Instant NOON = Instant.parse("2026-05-05T12:00:00Z");

    private final GivenPlaces places = new GivenPlaces();

    @Test
    void shouldTakeEverythingThereIsByNow() {
        ReplayRange.Stretch stretch = resolve(EDGE, EDGE);

        assertThat(stretch.ranges())
                .containsExactlyEntriesOf(
                        new TreeMap<>(Map.of(0, new Range(10, 100), 1, new Range(0, 50), 2, new Range(0, 0))));
        assertThat(stretch.notes()).isEmpty();
        assertThat(stretch.isEmpty()).isFalse();
    }

    @Test
    void shouldTakeOnlyThePartitionsThatAreNamed() {
        assertThat(resolve(EDGE, EDGE, 1, 2).ranges()).containsOnlyKeys(1, 2);
        assertThat(resolve(EDGE, EDGE, 2).isEmpty()).isTrue();
    }

    @Test
    void shouldRefuseAPartitionThatIsNotThere() {
        assertThatThrownBy(() -> resolve(EDGE, EDGE, 1, 7))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("no partition [7]")
                .hasMessageContaining("0 to 2");
        assertThatThrownBy(() -> resolve(offsets(null, Map.of(3, 1L)), EDGE)).hasMessageContaining("no partition [3]");
    }

    @Test
    void shouldTakeTheSameOffsetOfEveryPartition() {
        ReplayRange.Stretch stretch = resolve(offsets(20L, Map.of()), offsets(40L, Map.of()), 0, 1);

        assertThat(stretch.ranges()).containsEntry(0, new Range(20, 40)).containsEntry(1, new Range(20, 40));
    }

    @Test
    void shouldLeaveOutPartitionsOfWhichNothingIsSaid() {
        ReplayRange.Stretch stretch = resolve(offsets(null, Map.of(0, 30L)), offsets(null, Map.of(1, 5L)));

        assertThat(stretch.ranges()).containsExactly(Map.entry(0, new Range(30, 100)));
    }

    @Test
    void shouldBeginWhereTheTopicDoesWhenWhatWasBeforeIsDeleted() {
        ReplayRange.Stretch stretch = resolve(offsets(3L, Map.of()), EDGE, 0);

        assertThat(stretch.ranges()).containsEntry(0, new Range(10, 100));
        assertThat(stretch.notes()).singleElement().asString().contains("begins at 10", "deleted");
    }

    @Test
    void shouldEndWhereTheTopicDoesWhenMoreIsAskedFor() {
        ReplayRange.Stretch stretch = resolve(offsets(90L, Map.of()), offsets(120L, Map.of()), 0);

        assertThat(stretch.ranges()).containsEntry(0, new Range(90, 100));
        assertThat(stretch.notes()).singleElement().asString().contains("ends at 100");
    }

    @Test
    void shouldRefuseToBeginAfterTheEnd() {
        assertThatThrownBy(() -> resolve(offsets(101L, Map.of()), EDGE, 0))
                .hasMessageContaining("ends at 100")
                .hasMessageContaining("101");
    }

    @Test
    void shouldRefuseToEndBeforeItBegins() {
        assertThatThrownBy(() -> resolve(offsets(50L, Map.of()), offsets(40L, Map.of()), 0))
                .hasMessageContaining("40")
                .hasMessageContaining("50");
    }

    @Test
    void shouldTakeWhatWasBetweenTwoTimes() {
        places.times.put(NOON, Map.of(0, 40L, 1, 20L));
        places.times.put(NOON.plusSeconds(60), Map.of(0, 70L));

        ReplayRange.Stretch stretch = resolve(new Bound.Time(NOON), new Bound.Time(NOON.plusSeconds(60)));

        assertThat(stretch.ranges())
                .containsEntry(0, new Range(40, 70))
                .as("nothing later: up to its end")
                .containsEntry(1, new Range(20, 50))
                .as("nothing of that time or later: nothing")
                .containsEntry(2, new Range(0, 0));
    }

    @Test
    void shouldTakeTheLastOnesBeforeTheCommittedOffset() {
        ReplayRange.Stretch stretch = resolve(new Bound.BeforeCommitted(75), EDGE, 0, 1);

        assertThat(stretch.ranges()).containsEntry(0, new Range(10, 80)).containsEntry(1, new Range(0, 50));
    }

    @Test
    void shouldRefuseToGoBackFromAnOffsetThatWasNeverCommitted() {
        assertThatThrownBy(() -> resolve(new Bound.BeforeCommitted(5), EDGE))
                .hasMessageContaining("partition 2 of topic")
                .hasMessageContaining("committed no offset");
    }

    private ReplayRange.Stretch resolve(Bound from, Bound to, Integer... partitions) {
        return new ReplayRange(from, to, Set.of(partitions)).resolve(places);
    }

    private static Bound offsets(@Nullable Long others, Map<Integer, Long> byPartition) {
        return new Bound.Offsets(byPartition, others);
    }

    private static final class GivenPlaces implements ReplayRange.Places {
        private final Map<Instant, Map<Integer, Long>> times = new TreeMap<>();

        @Override
        public String topic() {
            return "topic";
        }

        @Override
        public SortedMap<Integer, Range> whole() {
            return new TreeMap<>(Map.of(0, new Range(10, 100), 1, new Range(0, 50), 2, new Range(0, 0)));
        }

        @Override
        public Map<Integer, Long> committed() {
            return Map.of(0, 80L, 1, 50L);
        }

        @Override
        public Map<Integer, Long> at(Instant time) {
            return times.getOrDefault(time, Map.of());
        }
    }
}
