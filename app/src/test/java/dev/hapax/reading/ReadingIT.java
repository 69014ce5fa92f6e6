package dev.hapax.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.Environment;
import dev.hapax.config.SettingsFile;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.NewestFirst;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stretches of topics, forward and from the newest to the oldest. */
@Timeout(120)
class ReadingIT {

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static KafkaClients clients;

    @BeforeAll
    static void open() throws Exception {
        application = new Application("reading", BROKER.bootstrapServers(), BROKER.folder());
        clients = new KafkaClients(SettingsFile.read(
                application.config().write(BROKER.folder().resolve("reading.yaml")), Environment.ofProcess()));
    }

    @AfterAll
    static void close() {
        application.close();
    }

    @Test
    void shouldGiveTheNewestOfAllPartitionsFirst() throws Exception {
        fill("mixed", 3, 1_000);

        try (TopicReader reader = TopicReader.ofFew(clients)) {
            NewestFirst<String> records = newestFirst(reader, reader.whole("mixed"), 10, Long.MAX_VALUE);

            List<String> read = rest(records);
            assertThat(read).hasSize(1_000);
            for (int i = 0; i < 1_000; i++) {
                assertThat(read.get(i)).isEqualTo("m" + (999 - i));
            }
            assertThat(records.left()).isEmpty();
        }
    }

    @Test
    void shouldGoOnWhereAPageEnded() throws Exception {
        fill("paged", 3, 500);

        try (TopicReader reader = TopicReader.ofFew(clients)) {
            List<String> read = new ArrayList<>();
            Map<TopicPartition, Range> left = reader.whole("paged");
            while (!left.isEmpty()) {
                NewestFirst<String> page = newestFirst(reader, left, 30, Long.MAX_VALUE);
                for (int i = 0; i < 30; i++) {
                    String next = page.next();
                    if (next != null) {
                        read.add(next);
                    }
                }
                left = page.left();
            }

            assertThat(read)
                    .hasSize(500)
                    .doesNotHaveDuplicates()
                    .startsWith("m499")
                    .endsWith("m0");
        }
    }

    /** So that whoever asks for page after page comes to an end. */
    @Test
    void shouldGiveSomethingOfManyPartitionsHoweverLittleMayBeRead() throws Exception {
        fill("wide", 50, 5_000);

        try (TopicReader reader = TopicReader.ofFew(clients)) {
            NewestFirst<String> page = newestFirst(reader, reader.whole("wide"), 100, 10);

            assertThat(rest(page)).startsWith("m4999").hasSizeGreaterThan(100).hasSizeLessThan(5_000);
            assertThat(page.left()).hasSize(50);
        }
    }

    @Test
    void shouldPassOverWhatWasDeletedUnlessItReadsAFew() throws Exception {
        fill("deleted", 1, 100);
        TopicPartition partition = new TopicPartition("deleted", 0);
        Map<TopicPartition, Range> looked = Map.of(partition, new Range(0, 100));
        application
                .admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(40)))
                .all()
                .get();

        List<String> read = new ArrayList<>();
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(looked, Progress.UNSEEN, record -> read.add(text(record)));
        }
        assertThat(read).hasSize(60).startsWith("m40");
        try (TopicReader few = TopicReader.ofFew(clients)) {
            assertThatThrownBy(() -> few.read(looked, Progress.UNSEEN, record -> true))
                    .isInstanceOf(OffsetOutOfRangeException.class);
        }
    }

    private static NewestFirst<String> newestFirst(
            TopicReader reader, Map<TopicPartition, Range> ranges, int expected, long most) {
        return new NewestFirst<>(reader, ranges, ReadingIT::text, expected, most);
    }

    private static List<String> rest(NewestFirst<String> records) {
        List<String> read = new ArrayList<>();
        for (@Nullable String next = records.next(); next != null; next = records.next()) {
            read.add(next);
        }
        return read;
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    /** m0, m1, …, a millisecond apart, on one partition after the other. */
    private static void fill(String topic, int partitions, int count) throws Exception {
        application.createTopics(new NewTopic(topic, partitions, (short) 1));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            long begin = System.currentTimeMillis() - count;
            for (int i = 0; i < count; i++) {
                var unused = producer.send(
                        new ProducerRecord<>(topic, i % partitions, begin + i, null, Application.utf8("m" + i)));
            }
        }
    }
}
