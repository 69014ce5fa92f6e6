package dev.hapax.live;

import static dev.hapax.live.FeedIT.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.app.Typed;
import dev.hapax.harness.Application;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What is told, and when. */
abstract class FeedEvents {

    @Test
    void shouldTellAnAlertToAllOnceItsDecisionIsCommitted() throws Exception {
        try (Watcher one = GROUP.watcher(0, null);
                Watcher two = GROUP.watcher(1, null)) {
            LiveGroup.hello(one);
            LiveGroup.hello(two);

            GROUP.alert("told");

            for (Watcher watcher : List.of(one, two)) {
                JsonNode alert =
                        watcher.await1("alert", data -> LiveGroup.identity(data).equals("told"));
                assertThat(alert.path("label").asText()).isEqualTo("billing-failure");
                assertThat(alert.path("important").asBoolean()).isTrue();
                assertThat(alert.path("id").asText()).startsWith("feed.alerts-");
                assertThat(alert.path("coordinates").asText()).startsWith("feed.in-");
            }
            assertThat(one.events().get(0).path("type").asText()).isEqualTo("hello");
            JsonNode state = one.await1("state", data -> data.path("instances").size() == 2);
            assertThat(state.path("ready").asBoolean()).isTrue();
        }
    }

    @Test
    void shouldTellAnAlertWithinASecondOfItsCommit() throws Exception {
        List<Duration> late = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> committed = alertsFromNowOn();
                Watcher watcher = GROUP.watcher(0, null)) {
            LiveGroup.hello(watcher);

            for (int i = 0; i < 9; i++) {
                String identity = "prompt-" + i;
                GROUP.alert(identity);
                awaitCommitted(committed, identity);
                long seen = System.nanoTime();
                watcher.await1("alert", data -> LiveGroup.identity(data).equals(identity));
                late.add(Duration.ofNanos(System.nanoTime() - seen));
            }
        }

        // The one in the middle, since a pause of the machine may hold any single one up.
        Collections.sort(late);
        assertThat(late.get(late.size() / 2)).as("%s", late).isLessThan(Duration.ofSeconds(1));
    }

    private static KafkaConsumer<byte[], byte[]> alertsFromNowOn() {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        GROUP.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor("feed.alerts").stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        // It seeks when it is asked where it is.
        partitions.forEach(consumer::position);
        return consumer;
    }

    private static void awaitCommitted(KafkaConsumer<byte[], byte[]> consumer, String identity) {
        await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInSameThread()
                .until(() -> {
                    for (ConsumerRecord<byte[], byte[]> alert : consumer.poll(Duration.ofMillis(100))) {
                        if (Arrays.equals(alert.key(), Application.utf8(identity))) {
                            return true;
                        }
                    }
                    return false;
                });
    }

    @Test
    void shouldTellNothingBeforeItsCommit() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", GROUP.bootstrapServers(), "transactional.id", "open"),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
                Watcher watcher = GROUP.watcher(0, null)) {
            LiveGroup.hello(watcher);
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(
                    "feed.alerts", Application.utf8("uncommitted"), LiveGroup.decision("uncommitted", "x")));
            producer.flush();

            watcher.awaitTwoSeconds();

            assertThat(watcher.events("alert"))
                    .noneMatch(event -> LiveGroup.identity(event.path("data")).equals("uncommitted"));
            producer.commitTransaction();
            watcher.await1("alert", data -> LiveGroup.identity(data).equals("uncommitted"));
        }
    }

    @Test
    void shouldTellOfQuarantineAndWhatBecomesOfACase() throws Exception {
        try (Watcher watcher = GROUP.watcher(1, null)) {
            LiveGroup.hello(watcher);

            GROUP.application().sendPoison("in the feed");
            GROUP.sent(1);

            JsonNode item = watcher.await1("quarantine", data -> true);
            String id = item.path("case").asText();
            assertThat(item.path("reason").asText()).isEqualTo("UNREADABLE");
            assertThat(item.path("state").asText()).isEqualTo("open");

            Typed assigned = Typed.hapax(
                    "quarantine",
                    "assign",
                    id,
                    "--to",
                    "ada",
                    "--as",
                    "bob",
                    "-c",
                    GROUP.file().toString());

            assertThat(assigned.exitCode()).as(assigned.err()).isZero();
            JsonNode change =
                    watcher.await1("case", data -> data.path("case").asText().equals(id));
            assertThat(change.path("state").asText()).isEqualTo("assigned");
            assertThat(change.path("owner").asText()).isEqualTo("ada");
            assertThat(change.path("by").asText()).isEqualTo("bob");
            assertThat(change.path("did").asText()).isEqualTo("assigned");
        }
    }
}
