package dev.hapax.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.demo.stream.DemoMessage;
import dev.hapax.demo.stream.DemoStream;
import dev.hapax.domain.Reason;
import dev.hapax.harness.TopicLog;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class DemoIT {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldMakeOfEveryMessageWhatItsStreamIntends() throws Exception {
        long seed = System.nanoTime();
        Clock clock = Clock.systemUTC();
        DemoStream stream = DemoStream.of(seed, 1_000, clock.instant());

        DemoTotals totals;
        try (Demo demo = Demo.start(folder, clock, 0)) {
            totals = new DemoRun(demo).run(stream.iterator(), live -> {}).totals();
            shouldSeeMessagesArriveAfterwards(demo, clock);
        }

        assertThat(totals.addsUp()).as("seed %d: %s", seed, totals).isTrue();
        assertThat(totals.quarantinedByReason()).as("seed %d", seed).isEqualTo(intended(stream));
        assertThat(totals.duplicates()).as("seed %d", seed).isEqualTo(count(stream, DemoMessage.Fate.Kind.DUPLICATE));
        assertThat(totals.redeliveries())
                .as("seed %d", seed)
                .isEqualTo(count(stream, DemoMessage.Fate.Kind.REDELIVERY));
        assertThat(totals.admitted()).as("seed %d", seed).isEqualTo(count(stream, DemoMessage.Fate.Kind.ADMITTED));
        assertThat(totals.alerts()).isPositive().isLessThan(totals.admitted());
    }

    private static void shouldSeeMessagesArriveAfterwards(Demo demo, Clock clock) {
        int before = alerts(demo);
        try (LiveTraffic traffic = new LiveTraffic(demo)) {
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    traffic.send(new DemoStream.LiveMessages(1, clock));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                assertThat(sending).isNotCompletedExceptionally();
                return alerts(demo) > before;
            });
        }
    }

    private static int alerts(Demo demo) {
        return TopicLog.read(demo.bootstrapServers(), List.of(demo.settings().topic(Topic.ALERTS)))
                .size();
    }

    private static long count(Iterable<DemoMessage> stream, DemoMessage.Fate.Kind kind) {
        long count = 0;
        for (DemoMessage message : stream) {
            count += message.fate().kind() == kind ? 1 : 0;
        }
        return count;
    }

    private static Map<Reason, Long> intended(Iterable<DemoMessage> stream) {
        Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
        for (DemoMessage message : stream) {
            Reason reason = message.fate().reason();
            if (reason != null) {
                reasons.merge(reason, 1L, Long::sum);
            }
        }
        return reasons;
    }
}
