package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.EventKind;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.Formats;
import dev.hapax.operations.KafkaClients;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without a broker; FeedIT tests clients that missed events with one. */
class CatchUpTest {

    private static final Settings SETTINGS =
            SettingsFile.parse("""
            kafka: { bootstrap.servers: 'localhost:1' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """, "test.yaml", Path.of("."), name -> null).settings();
    private static final Sources SOURCES = Sources.of(SETTINGS, Formats.load(), Classifiers.installed());
    private static final FeedTopics TOPICS = new FeedTopics(SETTINGS);

    private final Tokens tokens = new Tokens("shop");
    private final Hub hub = new Hub(tokens, () -> "{}");
    private final ByHand workers = new ByHand();
    private final Readers readers = new Readers(new KafkaClients(SETTINGS), 1);
    private final CatchUp catchUp = new CatchUp(
            hub,
            TOPICS,
            new Translation(
                    TOPICS,
                    new Decisions((identity, topic) -> identity, new Decisions.Reasons(() -> SOURCES, false)),
                    found -> {
                        throw new AssertionError("nothing is read");
                    },
                    delivery -> {
                        throw new AssertionError("nothing is read");
                    },
                    campaign -> {
                        throw new AssertionError("nothing is read");
                    }),
            readers,
            workers);

    /** Runs scheduled tasks on request. */
    private static final class ByHand extends ScheduledThreadPoolExecutor {
        private final Deque<Runnable> scheduled = new ArrayDeque<>();

        ByHand() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
            scheduled.add(work);
            return super.schedule(() -> {}, 0, unit);
        }

        boolean work() {
            Runnable next = scheduled.poll();
            if (next != null) {
                next.run();
            }
            return next != null;
        }
    }

    @AfterEach
    void stop() {
        workers.shutdownNow();
        readers.close();
    }

    @Test
    void shouldMakeAClientLiveOnceTheFeedHasStarted() {
        RecordingWire wire = new RecordingWire(true);
        Subscriber subscriber = brought(wire, null);
        assertThat(subscriber.live()).isFalse();

        hub.begin(Position.NOWHERE, List.of());
        assertThat(workers.work()).isTrue();

        assertThat(subscriber.live()).isTrue();
        assertThat(wire.types()).containsExactly("hello");
        assertThat(workers.work()).as("left to do").isFalse();
    }

    @Test
    void shouldDisconnectAClientWhenTheTopicsCannotBeRead() {
        RecordingWire wire = new RecordingWire(true);
        brought(wire, null);

        int steps = 0;
        while (workers.work()) {
            steps++;
        }

        assertThat(steps).isGreaterThan(100);
        Wire.CloseReason closeReason = Objects.requireNonNull(wire.closeReason);
        assertThat(closeReason.code()).isEqualTo(Wire.CloseReason.TRY_AGAIN_LATER);
        assertThat(closeReason.why()).contains("cannot be read");
    }

    @Test
    void shouldSendMissedEventsInPiecesToASlowClient() {
        List<FeedEvent> missed = IntStream.range(0, 700)
                .mapToObj(i -> new FeedEvent(EventKind.ALERT, Topic.ALERTS, 0, i, "{}"))
                .toList();
        hub.begin(Position.NOWHERE, missed);
        RecordingWire wire = new RecordingWire(false);
        Subscriber subscriber = brought(wire, Position.NOWHERE.with(Topic.ALERTS, 0, 0));
        assertThat(subscriber.live()).isFalse();

        while (!subscriber.live()) {
            wire.read();
            assertThat(workers.work()).isTrue();
        }
        while (!wire.unread.isEmpty()) {
            wire.read();
        }

        assertThat(wire.ofType("alert")).hasSize(700);
    }

    private Subscriber brought(RecordingWire wire, @Nullable Position from) {
        Subscriber subscriber = new Subscriber(
                new Client(wire, Runnable::run, gone -> {}), tokens, new Subscriber.ResumePoint(from, null));
        hub.add(subscriber, 10);
        catchUp.bring(subscriber);
        return subscriber;
    }
}
