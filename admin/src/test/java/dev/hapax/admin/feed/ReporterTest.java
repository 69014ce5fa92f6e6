package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.EventKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReporterTest {

    private static final Duration OFTEN = Duration.ofMillis(5);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(1);
    private final Tokens tokens = new Tokens("shop");
    private final Hub hub = new Hub(tokens, () -> "{}");
    private final Reporter reporter = new Reporter(hub, threads);
    private final AtomicInteger looks = new AtomicInteger();
    private volatile String state = "{\"n\":1}";

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private String look() {
        looks.incrementAndGet();
        return state;
    }

    @Test
    void shouldSendOnlyChanges() {
        reporter.report(EventKind.GROUP, OFTEN, this::look);
        RecordingWire wire = new RecordingWire(true);
        Subscriber subscriber = joined(wire);

        awaitMoreLooks();
        state = "{\"n\":2}";
        await().until(() -> received(wire).size() == 2);
        awaitMoreLooks();

        assertThat(received(wire)).containsExactly("{\"n\":1}", "{\"n\":2}");
        hub.remove(subscriber.client());
    }

    @Test
    void shouldReadNothingWithoutClients() throws Exception {
        reporter.report(EventKind.GROUP, OFTEN, this::look);

        awaitSomeTurns();

        assertThat(looks).hasValue(0);
    }

    @Test
    void shouldSendUnchangedValuesToANewClientAfterAllHadLeft() throws Exception {
        reporter.report(EventKind.GROUP, OFTEN, this::look);
        hub.remove(joinedAndServed(new RecordingWire(true)).client());
        awaitSomeTurns();
        int before = looks.get();
        RecordingWire second = new RecordingWire(true);

        joinedAndServed(second);

        assertThat(received(second)).containsExactly("{\"n\":1}");
        assertThat(looks).hasValueGreaterThan(before);
    }

    /** Tasks run in order, because there is one thread. */
    private void awaitSomeTurns() throws Exception {
        threads.schedule(() -> {}, 10 * OFTEN.toMillis(), TimeUnit.MILLISECONDS).get();
    }

    @Test
    void shouldContinueAfterAFailedRead() {
        reporter.report(EventKind.GROUP, OFTEN, () -> {
            if (looks.incrementAndGet() < 5) {
                throw new IllegalStateException("the brokers do not answer");
            }
            return state;
        });
        RecordingWire wire = new RecordingWire(true);

        joinedAndServed(wire);

        assertThat(received(wire)).containsExactly("{\"n\":1}");
    }

    private Subscriber joinedAndServed(RecordingWire wire) {
        Subscriber subscriber = joined(wire);
        await().until(() -> !received(wire).isEmpty());
        return subscriber;
    }

    private Subscriber joined(RecordingWire wire) {
        if (hub.position() == null) {
            hub.begin(Position.NOWHERE, List.of());
        }
        Subscriber subscriber =
                new Subscriber(new Client(wire, Runnable::run, gone -> {}), tokens, Subscriber.ResumePoint.NOW);
        hub.add(subscriber, 10);
        hub.join(subscriber, false);
        return subscriber;
    }

    private void awaitMoreLooks() {
        int before = looks.get();
        await().until(() -> looks.get() > before + 5);
    }

    private static List<String> received(RecordingWire wire) {
        return wire.ofType("group").stream()
                .map(event -> event.path("data").toString())
                .toList();
    }
}
