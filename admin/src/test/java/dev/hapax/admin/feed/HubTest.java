package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.EventKind;
import dev.hapax.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HubTest {

    private static final int PARTITIONS = 3;
    private static final Position BEGINNING = Position.NOWHERE.with(Topic.ALERTS, new long[PARTITIONS]);

    private final Tokens tokens = new Tokens("shop");

    @Test
    void shouldStartNowWithoutAToken() {
        Hub hub = hub();
        hub.begin(Position.NOWHERE, List.of(event(0, 0)));
        RecordingWire wire = new RecordingWire(true);

        assertThat(join(hub, wire, null)).isEqualTo(Hub.Joining.LIVE);
        hub.publish(List.of(event(0, 1)));

        assertThat(wire.types()).containsExactly("hello", "alert");
        assertThat(offsets(wire)).containsExactly("0@1");
    }

    @Test
    void shouldWaitUntilTheFeedHasStarted() {
        Hub hub = hub();

        assertThat(join(hub, new RecordingWire(true), null)).isEqualTo(Hub.Joining.NOT_YET);
    }

    @Test
    void shouldReportEventsThatMustBeRead() {
        Hub hub = hub();
        hub.begin(Position.NOWHERE.with(Topic.ALERTS, 0, 5), List.of());

        Position before = Position.NOWHERE.with(Topic.ALERTS, 0, 4);
        Position ahead = Position.NOWHERE.with(Topic.ALERTS, 0, 6);

        assertThat(join(hub, new RecordingWire(true), before)).isEqualTo(Hub.Joining.BEHIND);
        assertThat(join(hub, new RecordingWire(true), ahead)).isEqualTo(Hub.Joining.BEHIND);
    }

    @Test
    void shouldSendTheLatestStateToANewClient() {
        Hub hub = hub();
        hub.begin(Position.NOWHERE, List.of());
        hub.send(EventKind.STATE, "{\"state\":\"RUNNING\"}");
        RecordingWire wire = new RecordingWire(true);

        join(hub, wire, null);

        assertThat(wire.types()).containsExactly("hello", "state");
    }

    @Test
    void shouldSendTheLatestStateToAClientThatReturnsAfterAllHadLeft() {
        Hub hub = hub();
        hub.begin(Position.NOWHERE, List.of());
        hub.send(EventKind.STATE, "{\"state\":\"RUNNING\"}");
        RecordingWire wire = new RecordingWire(true);

        assertThat(hub.restIfAlone()).isTrue();
        assertThat(hub.position()).isNull();
        hub.begin(Position.NOWHERE.with(Topic.ALERTS, 0, 5), List.of());
        join(hub, wire, null);

        assertThat(wire.types()).containsExactly("hello", "state");
    }

    @Test
    void shouldSendALostEventWhenEventsAreSkipped() {
        Hub hub = hub();
        hub.begin(Position.NOWHERE, List.of());
        RecordingWire wire = new RecordingWire(true);
        join(hub, wire, null);

        hub.skipTo(Position.NOWHERE.with(Topic.ALERTS, 0, 100), "too many");
        hub.publish(List.of(event(0, 100)));

        assertThat(wire.types()).containsExactly("hello", "lost", "alert");
        assertThat(Objects.requireNonNull(tokens.read(wire.lastId())).next(Topic.ALERTS, 0))
                .isEqualTo(101);
    }

    @Test
    void shouldStartNowAndReportTheGapWhenTheTokenIsOfAnotherVersion() {
        Hub hub = hub();
        hub.begin(BEGINNING, List.of(event(0, 0)));
        RecordingWire wire = new RecordingWire(true);
        Subscriber subscriber =
                new Subscriber(client(wire), tokens, new Subscriber.ResumePoint(null, "another version"));
        hub.add(subscriber, 10);

        assertThat(hub.join(subscriber, false)).isEqualTo(Hub.Joining.LIVE);
        hub.publish(List.of(event(0, 1)));

        assertThat(wire.types()).containsExactly("hello", "lost", "alert");
        assertThat(wire.ofType("lost").get(0).path("data").path("why").asText()).isEqualTo("another version");
        assertThat(offsets(wire)).containsExactly("0@1");
        assertThat(Objects.requireNonNull(tokens.read(wire.lastId())).next(Topic.ALERTS, 0))
                .isEqualTo(2);
    }

    @Test
    void shouldStartNowInATopicThatTheTokenDoesNotName() {
        Hub hub = hub();
        hub.begin(BEGINNING.with(Topic.QUARANTINE, 0, 100), List.of());
        hub.publish(List.of(quarantined(100), event(0, 0)));
        RecordingWire wire = new RecordingWire(true);

        assertThat(join(hub, wire, BEGINNING)).isEqualTo(Hub.Joining.LIVE);
        hub.publish(List.of(quarantined(101)));

        assertThat(wire.types()).containsExactly("hello", "alert", "quarantine");
        assertThat(wire.ofType("quarantine").get(0).path("data").asText()).isEqualTo("101");
    }

    @Test
    void shouldIgnoreATopicThatTheFeedDoesNotRead() {
        Hub hub = hub();
        hub.begin(BEGINNING, List.of(event(0, 0)));
        RecordingWire wire = new RecordingWire(true);

        assertThat(join(hub, wire, BEGINNING.with(Topic.DUPLICATES, 0, 9))).isEqualTo(Hub.Joining.LIVE);

        assertThat(offsets(wire)).containsExactly("0@0");
    }

    @Test
    void shouldLimitTheNumberOfClients() {
        Hub hub = hub();

        assertThat(hub.add(subscriber(new RecordingWire(true), null), 1)).isTrue();
        assertThat(hub.add(subscriber(new RecordingWire(true), null), 1)).isFalse();
    }

    /**
     * Two instances read the same topics, alternately ahead of each other. A client switches between them, each time with its last
     * token.
     */
    @Test
    void shouldSendEachEventOnceInOrderToAReconnectingClient() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<FeedEvent> log = log(random, 200);
            Hub[] hubs = {hub(), hub()};
            int[] sent = {0, 0};
            for (Hub hub : hubs) {
                hub.begin(BEGINNING, List.of());
            }
            List<String> seen = new ArrayList<>();
            String token = tokens.write(BEGINNING);
            while (sent[0] < log.size() || sent[1] < log.size()) {
                int which = random.nextInt(2);
                RecordingWire wire = new RecordingWire(true);
                Subscriber subscriber = subscriber(wire, tokens.read(token));
                Hub hub = hubs[which];
                hub.add(subscriber, 10);
                assertThat(hub.join(subscriber, true)).isEqualTo(Hub.Joining.LIVE);
                for (int i = random.nextInt(5); i >= 0; i--) {
                    int next = random.nextInt(2);
                    int count = Math.min(random.nextInt(10), log.size() - sent[next]);
                    hubs[next].publish(log.subList(sent[next], sent[next] + count));
                    sent[next] += count;
                    hub.send(EventKind.STATS, "{}");
                }
                hub.remove(subscriber.client());
                // The last frames may be lost with the connection.
                int received = random.nextInt(wire.events.size() + 1);
                for (JsonNode event : wire.events.subList(0, received)) {
                    token = event.path("id").asText();
                    if (event.path("type").asText().equals("alert")) {
                        seen.add(event.path("data").asText());
                    }
                }
            }
            RecordingWire last = new RecordingWire(true);
            Subscriber subscriber = subscriber(last, tokens.read(token));
            hubs[0].add(subscriber, 10);
            hubs[0].join(subscriber, true);
            last.ofType("alert").forEach(event -> seen.add(event.path("data").asText()));

            for (int partition = 0; partition < PARTITIONS; partition++) {
                String prefix = partition + "@";
                assertThat(seen.stream().filter(it -> it.startsWith(prefix)))
                        .as("seed %d", seed)
                        .containsExactlyElementsOf(log.stream()
                                .map(HubTest::name)
                                .filter(it -> it.startsWith(prefix))
                                .toList());
            }
        }
    }

    private static List<FeedEvent> log(Random random, int size) {
        List<FeedEvent> log = new ArrayList<>();
        long[] next = new long[PARTITIONS];
        for (int i = 0; i < size; i++) {
            int partition = random.nextInt(PARTITIONS);
            // Some offsets are those of transaction markers.
            next[partition] += 1 + random.nextInt(2);
            log.add(event(partition, next[partition]));
        }
        return log;
    }

    private Hub hub() {
        return new Hub(tokens, () -> "{}");
    }

    private Hub.Joining join(Hub hub, RecordingWire wire, @Nullable Position from) {
        Subscriber subscriber = subscriber(wire, from);
        hub.add(subscriber, 10);
        return hub.join(subscriber, false);
    }

    private Subscriber subscriber(RecordingWire wire, @Nullable Position from) {
        return new Subscriber(client(wire), tokens, new Subscriber.ResumePoint(from, null));
    }

    private static Client client(RecordingWire wire) {
        return new Client(wire, Runnable::run, gone -> {});
    }

    private static FeedEvent quarantined(long offset) {
        return new FeedEvent(EventKind.QUARANTINE, Topic.QUARANTINE, 0, offset, "\"" + offset + "\"");
    }

    private static FeedEvent event(int partition, long offset) {
        return new FeedEvent(EventKind.ALERT, Topic.ALERTS, partition, offset, "\"" + partition + "@" + offset + "\"");
    }

    private static String name(FeedEvent event) {
        return event.partition() + "@" + event.offset();
    }

    private static List<String> offsets(RecordingWire wire) {
        return wire.ofType("alert").stream()
                .map(event -> event.path("data").asText())
                .toList();
    }
}
