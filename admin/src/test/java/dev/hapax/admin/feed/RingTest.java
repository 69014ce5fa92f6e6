package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.EventKind;
import dev.hapax.topics.Topic;
import org.junit.jupiter.api.Test;

class RingTest {

    private final Position start = Position.NOWHERE.with(Topic.ALERTS, 0, 10).with(Topic.ALERTS, 1, 10);

    @Test
    void shouldReturnMissedEvents() {
        Ring ring = new Ring(10, 1_000, start);
        ring.add(event(0, 10));
        ring.add(event(1, 12));
        ring.add(event(0, 14));

        assertThat(ring.missedBy(start.with(Topic.ALERTS, 0, 11))).containsExactly(event(1, 12), event(0, 14));
        assertThat(ring.missedBy(start.with(Topic.ALERTS, 0, 15).with(Topic.ALERTS, 1, 13)))
                .isEmpty();
    }

    @Test
    void shouldReturnNullWhenMissedEventsAreGone() {
        Ring ring = new Ring(10, 1_000, start);

        assertThat(ring.missedBy(start)).isEmpty();
        assertThat(ring.missedBy(start.with(Topic.ALERTS, 1, 9))).isNull();
    }

    @Test
    void shouldDropTheOldestWhenThereAreTooMany() {
        Ring ring = new Ring(2, 1_000, start);
        ring.add(event(0, 10));
        ring.add(event(1, 10));
        ring.add(event(0, 11));

        assertThat(ring.missedBy(start)).isNull();
        assertThat(ring.missedBy(start.with(Topic.ALERTS, 0, 11))).containsExactly(event(1, 10), event(0, 11));
    }

    @Test
    void shouldDropTheOldestWhenTheyAreTooLarge() {
        Ring ring = new Ring(10, 5, start);
        ring.add(event(0, 10));
        ring.add(event(0, 11));
        ring.add(event(0, 12));

        assertThat(ring.missedBy(start.with(Topic.ALERTS, 0, 11))).containsExactly(event(0, 11), event(0, 12));
        assertThat(ring.missedBy(start)).isNull();
    }

    private static FeedEvent event(int partition, long offset) {
        return new FeedEvent(EventKind.ALERT, Topic.ALERTS, partition, offset, "{}");
    }
}
