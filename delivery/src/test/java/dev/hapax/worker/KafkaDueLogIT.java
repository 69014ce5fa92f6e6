package dev.hapax.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The claim protocol on a real broker: fencing, the cursor, and commits whose answer is lost. */
class KafkaDueLogIT {

    private static EmbeddedBroker broker;
    private static Map<String, Object> kafka;
    private static int run;

    private final List<AutoCloseable> open = new ArrayList<>();
    private KafkaDueLog.Topics topics;
    private Producer<byte[], byte[]> reports;

    @BeforeAll
    static void startBroker(@TempDir Path folder) {
        broker = EmbeddedBroker.start(folder);
        kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopics() throws Exception {
        String prefix = "t" + run++ + ".";
        topics = new KafkaDueLog.Topics(prefix + "due", prefix + "claims", prefix + "events");
        try (Admin admin = Admin.create(kafka)) {
            admin.createTopics(List.of(
                            new NewTopic(topics.due(), 1, (short) 1),
                            new NewTopic(topics.claims(), 1, (short) 1),
                            new NewTopic(topics.events(), 1, (short) 1)))
                    .all()
                    .get();
        }
        reports = KafkaDueLog.reportProducer(kafka);
        open.add(reports);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    @Test
    void shouldRefuseToOpenWithoutAClaimLog() {
        assertThatExceptionOfType(KafkaDueLog.MissingClaimLogException.class)
                .isThrownBy(() -> log().open())
                .withMessageContaining("hapax delivery enable");
    }

    @Test
    void shouldRefuseToOpenWithTheClaimLogOfAnotherTopic() throws Exception {
        due("a");
        reports.send(KafkaDueLog.claimRecord(topics.claims(), 0, 1)).get();

        assertThatExceptionOfType(KafkaDueLog.MissingClaimLogException.class)
                .isThrownBy(() -> log().open())
                .withMessageContaining("at offset 1")
                .withMessageContaining("--strand-due");
    }

    @Test
    void shouldGoOnBehindTheLastClaimWhoeverMadeIt() throws Exception {
        start();
        due("a", "b", "c");
        KafkaDueLog first = log();
        assertThat(first.open()).isEqualTo(-1);
        List<DueDelivery> batch = poll(first, -1, 2);
        assertThat(ids(batch)).containsExactly("a", "b");
        first.claim(1, claims("a", "b"));

        KafkaDueLog second = log();

        assertThat(second.open()).isEqualTo(1);
        assertThat(ids(poll(second, 1, 2))).containsExactly("c");
        assertThat(events()).containsExactly("a claimed", "b claimed");
    }

    @Test
    void shouldFenceTheEarlierOwner() throws Exception {
        start();
        due("a");
        KafkaDueLog first = log();
        assertThat(first.open()).isEqualTo(-1);
        assertThat(poll(first, -1, 1)).hasSize(1);
        KafkaDueLog second = log();
        assertThat(second.open()).isEqualTo(-1);

        assertThatExceptionOfType(DueLog.FencedException.class).isThrownBy(() -> first.claim(0, claims("a")));

        second.claim(0, claims("a"));
        assertThat(events()).containsExactly("a claimed");
        assertThat(log().open()).isZero();
    }

    @Test
    void shouldFenceAWorkerOfAnotherApplicationOnTheSameTopic() throws Exception {
        start();
        due("a");
        KafkaDueLog first = log("app");
        assertThat(first.open()).isEqualTo(-1);
        assertThat(poll(first, -1, 1)).hasSize(1);
        KafkaDueLog second = log("other");
        assertThat(second.open()).isEqualTo(-1);

        assertThatExceptionOfType(DueLog.FencedException.class).isThrownBy(() -> first.claim(0, claims("a")));

        second.claim(0, claims("a"));
        assertThat(events()).containsExactly("a claimed");
    }

    @Test
    void shouldIgnoreAClaimThatWasNeverCommitted() throws Exception {
        start();
        due("a");
        Map<String, Object> dead = new HashMap<>(kafka);
        dead.put("transactional.id", topics.due() + "-0");
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(dead, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(KafkaDueLog.claimRecord(topics.claims(), 0, 0)).get();

            assertThat(log().open()).isEqualTo(-1);
        }
    }

    @Test
    void shouldFindTheLastClaimBehindManyThatWereAborted() throws Exception {
        start();
        Map<String, Object> aborting = new HashMap<>(kafka);
        aborting.put("transactional.id", "someone");
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(aborting, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            for (int i = 0; i < 100; i++) {
                producer.beginTransaction();
                producer.send(KafkaDueLog.claimRecord(topics.claims(), 0, 1_000 + i))
                        .get();
                producer.abortTransaction();
            }
        }
        assertThat(log().open()).isEqualTo(-1);
    }

    @Test
    void shouldSkipWhatIsNoDelivery() throws Exception {
        start();
        reports.send(new ProducerRecord<>(topics.due(), 0, null, "rubbish".getBytes(StandardCharsets.UTF_8)))
                .get();
        due("a");
        KafkaDueLog log = log();
        assertThat(log.open()).isEqualTo(-1);

        assertThat(ids(poll(log, -1, 5))).containsExactly("a");
    }

    @Test
    void shouldSendEachDeliveryOnceThroughTwoWorkersThatTakeOverFromEachOther() throws Exception {
        start();
        due("a", "b", "c", "d", "e", "f");
        List<String> sent = new ArrayList<>();
        for (int turn = 0; turn < 6; turn++) {
            KafkaDueLog log = log();
            PartitionWorker worker = worker("w" + turn, log, sent);
            for (int i = 0; i < 20 && !worker.step(); i++) {
                // The next record may not have been fetched yet.
                Thread.onSpinWait();
            }
            log.awaitReports();
        }
        assertThat(sent).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(events()).hasSize(12);
    }

    private static PartitionWorker worker(String name, KafkaDueLog log, List<String> sent) {
        Channel channel = new Channel() {
            @Override
            public Sent send(DueDelivery delivery, Lease lease) {
                sent.add(delivery.id());
                return new Sent(DeliveryEvent.Result.SENT, "250 ok");
            }

            @Override
            public void close() {}
        };
        return new PartitionWorker(
                new PartitionWorker.Options(name, 1, 60_000, 30_000),
                log,
                new NothingStopped(),
                channel,
                Lease.Clocks.system(),
                () -> false);
    }

    /** Nobody has opted out. */
    private static final class NothingStopped implements StopCheck {
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

    private KafkaDueLog log() {
        return log("app");
    }

    private KafkaDueLog log(String applicationId) {
        KafkaDueLog log = new KafkaDueLog(kafka, topics, applicationId, 0, reports);
        open.add(0, log);
        return log;
    }

    private void start() throws Exception {
        reports.send(KafkaDueLog.claimRecord(topics.claims(), 0, -1)).get();
    }

    private void due(String... ids) throws Exception {
        for (String id : ids) {
            byte[] artifact = id.getBytes(StandardCharsets.UTF_8);
            long later = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
            DeliveryEvent.Draft draft = new DeliveryEvent.Draft(
                    "mail", id + "@example.com", DueDelivery.sha256(artifact), 1, "ann", null, 1, 0, later);
            Delivery delivery = new Delivery(
                    id,
                    draft,
                    DeliveryState.DUE,
                    1,
                    0,
                    0,
                    Delivery.NEVER,
                    Approval.byPolicy("all", draft.sha256(), draft.target(), 0, later),
                    null,
                    null,
                    List.of());
            reports.send(DueFormat.write(topics.due(), 0, delivery, artifact, 0))
                    .get();
        }
    }

    private static Map<String, DeliveryEvent> claims(String... ids) {
        Map<String, DeliveryEvent> events = new LinkedHashMap<>();
        for (String id : ids) {
            events.put(id, new DeliveryEvent.Claimed(1, "w", 60_000, 30_000));
        }
        return events;
    }

    private static List<DueDelivery> poll(KafkaDueLog log, long after, int most) {
        for (int i = 0; i < 100; i++) {
            List<DueDelivery> batch = log.poll(after, most);
            if (!batch.isEmpty()) {
                return batch;
            }
        }
        return List.of();
    }

    private static List<String> ids(List<DueDelivery> batch) {
        return batch.stream().map(DueDelivery::id).toList();
    }

    private List<String> events() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        List<String> found = new ArrayList<>();
        TopicPartition partition = new TopicPartition(topics.events(), 0);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    DeliveryEvent event = DeliveryFormat.readEvent(record.value());
                    found.add(new String(record.key(), StandardCharsets.UTF_8) + " "
                            + event.getClass().getSimpleName().toLowerCase(Locale.ROOT));
                }
            }
        }
        return found;
    }
}
