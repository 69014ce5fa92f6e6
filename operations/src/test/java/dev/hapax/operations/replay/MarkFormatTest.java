package dev.hapax.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.operations.Range;
import dev.hapax.operations.replay.ReplayStatus.Owner;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class MarkFormatTest {

    private static final Instant BEGUN = Instant.parse("2026-11-16T08:00:00.123456Z");
    private static final Instant MOVED = BEGUN.plusSeconds(5);

    private static final ReplayStatus.Plan PLAN = new ReplayStatus.Plan(
            "hapax.mail", 231_452_800, List.of("label=a", "field.x!=\"ü\""), 50, true, "ann", BEGUN, "tidy \"up\"");

    private static final SortedMap<Integer, ReplayStatus.Leg> LEGS = new TreeMap<>(Map.of(
            0, new ReplayStatus.Leg(new Range(5, 20), 12, new ReplayStatus.Counts(4, 1, 2, 0)),
            3, new ReplayStatus.Leg(new Range(0, 7), 7, new ReplayStatus.Counts(0, 0, 0, 7))));

    @Test
    void shouldReadWhatItWrote() {
        ReplayStatus status = new ReplayStatus(PLAN, false, new Owner("ben", MOVED), MOVED, LEGS);

        assertThat(MarkFormat.read(marks(status))).isEqualTo(status);
    }

    /** Offsets and their metadata are all that is left of a replay: older ones must stay readable. */
    @Test
    void shouldWriteTheSameBytesAsEver() {
        ReplayStatus status = new ReplayStatus(PLAN, true, new Owner("ben", MOVED), MOVED, LEGS);

        OffsetAndMetadata mark = MarkFormat.write(status, 0);

        assertThat(mark.offset()).isEqualTo(12);
        assertThat(mark.metadata())
                .isEqualTo("{\"schema\":\"hapax.replay/1\",\"topic\":\"hapax.mail\",\"generation\":231452800,"
                        + "\"where\":[\"label=a\",\"field.x!=\\\"ü\\\"\"],\"rate\":50,\"silent\":true,\"actor\":\"ann\","
                        + "\"startedAt\":\"2026-11-16T08:00:00.123456Z\",\"reason\":\"tidy \\\"up\\\"\",\"cancelled\":true,"
                        + "\"by\":\"ben\",\"since\":\"2026-11-16T08:00:05.123456Z\",\"movedAt\":\"2026-11-16T08:00:05.123456Z\","
                        + "\"from\":5,\"to\":20,\"sent\":4,\"skipped\":1,\"unreadable\":2,\"deleted\":0}");
    }

    @Test
    void shouldTellTheNewestFromPartitionsThatMovedAtDifferentTimes() {
        ReplayStatus first = new ReplayStatus(PLAN, false, new Owner("ann", BEGUN), BEGUN, LEGS);
        ReplayStatus then = new ReplayStatus(PLAN, false, new Owner("ann", BEGUN), MOVED, LEGS);
        SortedMap<Integer, OffsetAndMetadata> marks = marks(first);
        marks.put(0, MarkFormat.write(then, 0));

        assertThat(MarkFormat.read(marks).movedAt()).isEqualTo(MOVED);
    }

    @Test
    void shouldBeDoneWhenEveryPartitionIs() {
        SortedMap<Integer, ReplayStatus.Leg> done =
                new TreeMap<>(Map.of(0, new ReplayStatus.Leg(new Range(5, 20), 20, ReplayStatus.Counts.NONE)));
        Owner owner = new Owner("ann", BEGUN);

        assertThat(new ReplayStatus(PLAN, false, owner, MOVED, LEGS).state()).isEqualTo(State.OPEN);
        assertThat(new ReplayStatus(PLAN, true, owner, MOVED, LEGS).state()).isEqualTo(State.CANCELLED);
        assertThat(new ReplayStatus(PLAN, false, owner, MOVED, done).state()).isEqualTo(State.DONE);
    }

    @Test
    void shouldRefuseAPlanThatABrokerWouldNotTake() {
        ReplayStatus.Plan longPlan = new ReplayStatus.Plan(
                "hapax.mail", 64, List.of("identity=" + "x".repeat(3_600)), 0, false, "ann", BEGUN, "");
        ReplayStatus status = new ReplayStatus(longPlan, false, new Owner("ann", BEGUN), BEGUN, LEGS);

        assertThatThrownBy(() -> MarkFormat.write(status, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void shouldRefuseWhatIsNotOfAReplay() {
        SortedMap<Integer, OffsetAndMetadata> foreign = new TreeMap<>(Map.of(0, new OffsetAndMetadata(1, "{}")));
        SortedMap<Integer, OffsetAndMetadata> none = new TreeMap<>(Map.of(0, new OffsetAndMetadata(1, "AgAA{")));

        assertThatThrownBy(() -> MarkFormat.read(foreign)).hasMessageContaining(MarkFormat.SCHEMA);
        assertThatThrownBy(() -> MarkFormat.read(none)).isInstanceOf(IllegalArgumentException.class);
    }

    private static SortedMap<Integer, OffsetAndMetadata> marks(ReplayStatus status) {
        SortedMap<Integer, OffsetAndMetadata> marks = new TreeMap<>();
        status.legs().keySet().forEach(partition -> marks.put(partition, MarkFormat.write(status, partition)));
        return marks;
    }
}
