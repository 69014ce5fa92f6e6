package dev.hapax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Held;
import dev.hapax.delivery.DeliveryEvent.Postponed;
import dev.hapax.delivery.DeliveryEvent.Reported;
import dev.hapax.delivery.DeliveryEvent.Result;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionWorkerTest {

    private static final String WRONG_PASSWORD = "535 wrong password";

    private final List<DueDelivery> due = new ArrayList<>();
    private final List<String> claimed = new ArrayList<>();
    private final List<String> postponed = new ArrayList<>();
    private final List<String> held = new ArrayList<>();
    private final Set<String> written = new LinkedHashSet<>();
    private List<String> writtenAtTheLastClaim = List.of();
    private final List<String> sent = new ArrayList<>();
    private final Map<String, Reported> reports = new LinkedHashMap<>();
    private final Map<String, String> down = new HashMap<>();
    private long triedAt;
    /** The channel of this delivery goes down while it is sent. */
    private String failing = "";

    private final PartitionWorker worker = new PartitionWorker(
            new PartitionWorker.Options("w", 10, 30_000, 10_000),
            new MemoryLog(),
            new NoStops(),
            new TestChannel(),
            new Lease.Clocks(() -> 0, () -> 0),
            () -> false);

    private void due(String id, String channel) {
        due(id, channel, null);
    }

    private void due(String id, String channel, @Nullable String campaign) {
        byte[] artifact = id.getBytes(StandardCharsets.UTF_8);
        String sha256 = DueDelivery.sha256(artifact);
        due.add(new DueDelivery(
                due.size(), id, 1, channel, id + "@example.org", sha256, Long.MAX_VALUE, artifact, null, campaign));
    }

    @Test
    void shouldClaimNothingWhileTheChannelIsDown() throws Exception {
        due("a", "mail");
        down.put("mail", WRONG_PASSWORD);

        assertThat(worker.step()).isFalse();

        assertThat(claimed).isEmpty();
        assertThat(worker.down()).containsExactly(Map.entry("mail", WRONG_PASSWORD));

        down.clear();
        assertThat(worker.step()).isTrue();
        assertThat(sent).containsExactly("a");
        assertThat(worker.down()).isEmpty();
    }

    @Test
    void shouldPostponeOneWhoseChannelIsDownWhenOthersCanBeSent() throws Exception {
        due("a", "hooks");
        due("b", "mail");
        due("c", "hooks");
        down.put("mail", WRONG_PASSWORD);

        assertThat(worker.step()).isTrue();
        assertThat(worker.step()).isFalse();

        assertThat(claimed).containsExactly("a", "c");
        assertThat(postponed).containsExactly("b");
        assertThat(sent).containsExactly("a", "c");
    }

    @Test
    void shouldPostponeAFullBatchSinceOthersMayBeBehindIt() throws Exception {
        for (int i = 0; i < 10; i++) {
            due("m" + i, "mail");
        }
        due("h", "hooks");
        down.put("mail", WRONG_PASSWORD);

        assertThat(worker.step()).isTrue();
        assertThat(worker.step()).isTrue();

        assertThat(postponed).hasSize(10);
        assertThat(sent).containsExactly("h");
    }

    @Test
    void shouldPostponeThoseOfACampaignAtOnceSoThatItPauses() throws Exception {
        due("a", "mail", "news");
        down.put("mail", WRONG_PASSWORD);

        assertThat(worker.step()).isTrue();

        assertThat(postponed).containsExactly("a");
        assertThat(claimed).isEmpty();
        assertThat(worker.down()).containsExactly(Map.entry("mail", WRONG_PASSWORD));
    }

    /** Its next delivery finds a channel that has not tried again yet: a person who resumes it at once would have to do so again. */
    @Test
    void shouldPauseACampaignOnceForEachFailureOfItsChannel() throws Exception {
        due("a", "mail", "news");
        due("b", "mail", "news");
        due("c", "mail", "offers");
        down.put("mail", WRONG_PASSWORD);

        assertThat(worker.step()).isTrue();

        assertThat(postponed).containsExactly("a", "c");
        assertThat(held).containsExactly("b");

        due("d", "mail", "news");
        assertThat(worker.step()).isTrue();
        assertThat(held).containsExactly("b", "d");

        triedAt++;
        due("e", "mail", "news");
        assertThat(worker.step()).isTrue();
        assertThat(postponed).containsExactly("a", "c", "e");
        assertThat(claimed).isEmpty();
    }

    @Test
    void shouldNotClaimBeforeEverythingSentIsReported() throws Exception {
        due("a", "mail");
        assertThat(worker.step()).isTrue();
        due("b", "mail");
        assertThat(written).isEmpty();

        assertThat(worker.step()).isTrue();

        assertThat(writtenAtTheLastClaim).containsExactly("a");
    }

    @Test
    void shouldReturnTheRestWhenTheChannelGoesDown() throws Exception {
        due("a", "mail");
        due("b", "mail");
        due("c", "hooks");
        failing = "a";

        assertThat(worker.step()).isTrue();

        assertThat(claimed).containsExactly("a", "b", "c");
        assertThat(sent).as("handed to the channel").containsExactly("a", "c");
        assertThat(reports.get("b"))
                .isEqualTo(new Reported(1, Result.RETURNED, "w", "the channel is down: " + WRONG_PASSWORD));
        assertThat(reports.keySet()).containsExactly("a", "b", "c");
    }

    private final class TestChannel implements Channel {
        @Override
        public Sent send(DueDelivery delivery, Lease lease) {
            sent.add(delivery.id());
            if (delivery.id().equals(failing)) {
                down.put(delivery.channel(), WRONG_PASSWORD);
                return new Sent(Result.RETURNED, WRONG_PASSWORD);
            }
            return new Sent(Result.SENT, "250 ok");
        }

        @Override
        public @Nullable Down down(DueDelivery delivery) {
            String why = down.get(delivery.channel());
            return why == null ? null : new Down(why, triedAt);
        }

        @Override
        public void close() {}
    }

    private final class MemoryLog implements DueLog {
        @Override
        public long open() {
            return -1;
        }

        @Override
        public List<DueDelivery> poll(long afterOffset, int most) {
            return due.stream()
                    .filter(it -> it.offset() > afterOffset)
                    .limit(most)
                    .toList();
        }

        @Override
        public void claim(long upToOffset, Map<String, DeliveryEvent> events) {
            events.forEach((id, event) ->
                    (event instanceof Postponed ? postponed : event instanceof Held ? held : claimed).add(id));
            writtenAtTheLastClaim = List.copyOf(written);
        }

        @Override
        public void awaitReports() {
            written.addAll(reports.keySet());
        }

        @Override
        public void report(Map<String, DeliveryEvent> events) {
            events.forEach((id, event) -> reports.put(id, (Reported) event));
        }

        @Override
        public void close() {}
    }

    private static final class NoStops implements StopCheck {
        @Override
        public void catchUp() {}

        @Override
        public @Nullable String off() {
            return null;
        }

        @Override
        public @Nullable Stop stop(DueDelivery delivery) {
            return null;
        }

        @Override
        public @Nullable String hold(DueDelivery delivery) {
            return null;
        }
    }
}
