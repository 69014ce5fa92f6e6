package dev.hapax.live;

import static dev.hapax.live.FeedIT.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What was before, and what follows on it: nothing missing, nothing twice. */
abstract class FeedHistory {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void shouldTellAReconnectingClientEverythingOnceWhereverItConnects() throws Exception {
        int messages = 300;
        String token = GROUP.get(0, "/api/alerts?limit=1").path("resume").asText();
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(() -> IntStream.range(0, messages).forEach(i -> {
                    try {
                        GROUP.alert("again-" + i);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
        List<String> seen = new ArrayList<>();
        int connections = 0;
        while (seen.stream().filter(identity -> identity.startsWith("again-")).count() < messages) {
            assertThat(connections).as("seen %s", seen).isLessThan(1_000);
            try (Watcher watcher = GROUP.watcher(connections++ % 2, token)) {
                int wanted = connections % 7;
                await().atMost(PATIENCE)
                        .until(() ->
                                watcher.events("alert").size() >= wanted || (sending.isDone() && caughtUp(watcher)));
                for (JsonNode event : watcher.events()) {
                    token = event.path("id").asText();
                    if (event.path("type").asText().equals("alert")) {
                        seen.add(LiveGroup.identity(event.path("data")));
                    }
                }
            }
        }
        sending.join();

        assertThat(connections).as("connections cut").isGreaterThan(10);
        assertThat(seen.stream().filter(identity -> identity.startsWith("again-")))
                .doesNotHaveDuplicates()
                .hasSize(messages);
    }

    /** It has heard the numbers of a second, and so all that was there before. */
    private static boolean caughtUp(Watcher watcher) {
        return !watcher.events("stats").isEmpty();
    }

    @Test
    void shouldReadFromTheTopicWhatIsNotAtHandAnyMore() throws Exception {
        int messages = 300;
        String token = GROUP.get(1, "/api/alerts?limit=1").path("resume").asText();
        String large = "x".repeat(500_000);
        try (Watcher watcher = GROUP.watcher(1, null)) {
            LiveGroup.hello(watcher);
            for (int i = 0; i < messages; i++) {
                GROUP.write("long-ago-" + i, i % 15 == 0 ? large : "x");
            }
            watcher.await1("alert", data -> LiveGroup.identity(data).equals("long-ago-" + (messages - 1)));
        }

        try (Watcher late = GROUP.watcher(1, token)) {
            late.await1("alert", data -> LiveGroup.identity(data).equals("long-ago-" + (messages - 1)));
            await().atMost(PATIENCE).until(() -> longAgo(late).size() >= messages);
            assertThat(longAgo(late)).doesNotHaveDuplicates().hasSize(messages);
            assertThat(late.events("lost")).isEmpty();
        }

        deleteAllAlerts();
        try (Watcher tooLate = GROUP.watcher(1, token)) {
            JsonNode lost = tooLate.await1("lost", data -> true);
            assertThat(lost.path("why").asText()).contains("feed.alerts-", "retention has deleted");
            GROUP.write("after-the-loss", "x");
            tooLate.await1("alert", data -> LiveGroup.identity(data).equals("after-the-loss"));
            assertThat(longAgo(tooLate)).isEmpty();
        }
    }

    /** What is written within an open transaction is there to be deleted, and not to be read. */
    @Test
    void shouldTellThoseConnectedWhatWasDeletedBeforeItWasRead() throws Exception {
        TopicPartition partition = new TopicPartition("feed.alerts", 0);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", GROUP.bootstrapServers(), "transactional.id", "overtaken"),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
                Watcher watcher = GROUP.watcher(0, null)) {
            LiveGroup.hello(watcher);
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(
                    partition.topic(), partition.partition(), null, LiveGroup.decision("overtaken", "x")));
            producer.flush();

            Map<TopicPartition, RecordsToDelete> all = Map.of(partition, RecordsToDelete.beforeOffset(-1));
            GROUP.application().admin().deleteRecords(all).all().get();

            JsonNode lost = watcher.await1("lost", data -> true);
            assertThat(lost.path("why").asText())
                    .contains(partition + ": retention has deleted all records before offset");
            producer.abortTransaction();
            GROUP.write("not-overtaken", "x");
            watcher.await1("alert", data -> LiveGroup.identity(data).equals("not-overtaken"));
            watcher.awaitTwoSeconds();
            assertThat(watcher.events("lost")).hasSize(1);
        }
    }

    private static void deleteAllAlerts() throws Exception {
        Map<TopicPartition, RecordsToDelete> all = Map.of(
                new TopicPartition("feed.alerts", 0),
                RecordsToDelete.beforeOffset(-1),
                new TopicPartition("feed.alerts", 1),
                RecordsToDelete.beforeOffset(-1));
        GROUP.application().admin().deleteRecords(all).all().get();
    }

    private static List<String> longAgo(Watcher watcher) {
        return watcher.events("alert").stream()
                .map(event -> LiveGroup.identity(event.path("data")))
                .filter(identity -> identity.startsWith("long-ago-"))
                .toList();
    }

    @Test
    void shouldJoinPagesOfHistoryAndWhatFollowsWithoutGapOrOverlap() throws Exception {
        for (int i = 0; i < 20; i++) {
            GROUP.alert("page-" + i);
        }
        await().atMost(PATIENCE)
                .until(() -> identities(GROUP.get(0, "/api/alerts?limit=500")).stream()
                                .filter(identity -> identity.startsWith("page-"))
                                .count()
                        == 20);
        List<String> listed = new ArrayList<>();
        JsonNode page = GROUP.get(0, "/api/alerts?limit=7");
        String resume = page.path("resume").asText();
        GROUP.alert("after-the-first-page");
        listed.addAll(ids(page));
        while (!page.path("next").isNull()) {
            // Any instance goes on where another has stopped.
            page = GROUP.get(
                    listed.size() % 2,
                    "/api/alerts?limit=7&before=" + page.path("next").asText());
            assertThat(page.path("resume").asText()).isEqualTo(resume);
            listed.addAll(ids(page));
        }
        GROUP.alert("after-all-pages");

        assertThat(listed).doesNotHaveDuplicates();
        try (Watcher watcher = GROUP.watcher(1, resume)) {
            // Of two partitions, in either order.
            watcher.await1("alert", data -> LiveGroup.identity(data).equals("after-all-pages"));
            watcher.await1("alert", data -> LiveGroup.identity(data).equals("after-the-first-page"));
            List<String> followed = watcher.events("alert").stream()
                    .map(event -> event.path("data").path("id").asText())
                    .toList();
            assertThat(followed).hasSize(2).doesNotContainAnyElementsOf(listed);
        }
        JsonNode one = GROUP.get(1, "/api/decisions?identity=page-3");
        assertThat(identities(one)).containsExactly("page-3");
        assertThat(one.path("next").isNull()).isTrue();
    }

    private static List<String> identities(JsonNode page) {
        List<String> identities = new ArrayList<>();
        page.path("items").forEach(item -> identities.add(LiveGroup.identity(item)));
        return identities;
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("items").forEach(item -> ids.add(item.path("id").asText()));
        return ids;
    }
}
