package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.EventKind;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientCloserTest {

    private static final Settings SETTINGS =
            SettingsFile.parse("""
            kafka: { bootstrap.servers: 'localhost:1' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """, "test.yaml", Path.of("."), name -> null).settings();

    private final Tokens tokens = new Tokens(SETTINGS);
    private final Hub hub = new Hub(tokens, () -> "{}");
    private final ExecutorService writers = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService workers = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        writers.shutdownNow();
        workers.shutdownNow();
    }

    @Test
    void shouldFreeTheSlotOfADisconnectedClientAndCloseItAfterTheGracePeriod() {
        ClientCloser door = new ClientCloser(hub, writers, workers, Duration.ofMillis(10));
        RecordingWire slow = new RecordingWire(false);
        RecordingWire other = new RecordingWire(true);
        Client leaves = add(door, slow).client();
        Subscriber stays = add(door, other);

        while (leaves.closeReason() == null) {
            leaves.offer(new FeedFrame(EventKind.ALERT, "t", "1"));
        }

        await().until(() -> hub.count() == 1);
        await().until(() -> slow.cut);
        assertThat(other.cut).isFalse();
        assertThat(stays.client().closeReason()).isNull();
    }

    private Subscriber add(ClientCloser door, Wire wire) {
        Subscriber subscriber = new Subscriber(door.client(wire), tokens, Subscriber.ResumePoint.NOW);
        assertThat(hub.add(subscriber, 2)).isTrue();
        if (hub.position() == null) {
            hub.begin(Position.NOWHERE, List.of());
        }
        assertThat(hub.join(subscriber, true)).isEqualTo(Hub.Joining.LIVE);
        return subscriber;
    }
}
