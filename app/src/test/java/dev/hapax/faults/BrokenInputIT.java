package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hapax.domain.Reason;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whatever a topic that allows anything carries: decided or in quarantine as it came, and the next one is processed. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class BrokenInputIT {

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final Map<Long, ProducerRecord<byte[], byte[]>> poison = new TreeMap<>();
    private final Map<Long, Reason> reasons = new TreeMap<>();
    private final List<String> decided = new ArrayList<>();

    @Test
    void shouldDecideOrQuarantineWhateverArrivesAndGoOn() throws Exception {
        try (Application application = BROKER.application("broken")) {
            ApplicationConfig config = application.config();
            createTopics(application, config);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                good(application, "first", now(), "k");
                // Until this one is decided the guard has no time by which others are late.
                outputs.awaitTotal(instance, 1);
                sendBroken(application);
                good(application, "last", now(), "k");
                outputs.awaitTotal(instance, decided.size() + poison.size());
                instance.terminate();
                assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                outputs.readAll();

                assertThat(outputs.decided()).containsExactlyInAnyOrderElementsOf(decided);
                assertThat(reasonsOf(outputs.of(Topic.QUARANTINE))).isEqualTo(reasons);
                outputs.of(Topic.QUARANTINE).forEach(this::verifyVerbatim);
                assertThat(outputs.of(Topic.DUPLICATES)).isEmpty();
            }
        }
    }

    @Test
    void shouldCarryLargeMessagesWhereTheyAreAllowed() throws Exception {
        try (Application application = BROKER.application("large")) {
            ApplicationConfig config = application.config().set("limits", "max-message-bytes", "11MiB");
            createTopics(application, config);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                byte[] large = json("large", "x".repeat(10_000_000));
                application.send(record(application, now(), "k", large));
                decided.add("large");
                application.send(record(application, now(), "k", large));
                bad(application, Reason.CONFLICT, now(), "k", json("large", "y".repeat(10_000_000)));
                good(application, "last", now(), "k");
                outputs.awaitTotal(instance, 4);

                assertThat(outputs.decided()).containsExactlyElementsOf(decided);
                assertThat(outputs.of(Topic.DUPLICATES)).hasSize(1);
                assertThat(reasonsOf(outputs.of(Topic.QUARANTINE))).isEqualTo(reasons);
                outputs.of(Topic.QUARANTINE).forEach(this::verifyVerbatim);
            }
        }
    }

    /** Compression takes records past a broker's limit that are larger than quarantine was made for. */
    @Test
    void shouldQuarantineDigestsOfWhatIsLargerThanQuarantineWasMadeFor() throws Exception {
        try (Application application = BROKER.application("larger")) {
            ApplicationConfig config = application
                    .config()
                    .set("instance", "max-thread-replacements", 0)
                    .set("limits", "max-message-bytes", "1MiB")
                    .set("quarantine", "max-record-bytes", "2MiB");
            application.createTopics(config);
            List<Header> headers = Collections.nCopies(1_000_000, new RecordHeader("", nothing()));
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                good(application, "first", now(), "k");
                application.sendCompressed(compressed(application, null, new byte[5 << 20], List.of()));
                application.sendCompressed(compressed(application, new byte[5 << 20], new byte[] {1}, List.of()));
                application.sendCompressed(compressed(application, null, json("many", "text"), headers));
                good(application, "last", now(), "k");
                outputs.awaitTotal(instance, 5);

                assertThat(outputs.decided()).containsExactlyElementsOf(decided);
                assertThat(outputs.of(Topic.QUARANTINE))
                        .extracting(
                                record -> header(record, HeaderNames.REASON),
                                record -> header(record, HeaderNames.OMITTED),
                                BrokenInputIT::offsetOf)
                        .containsExactlyInAnyOrder(
                                tuple("TOO_LARGE", "value", 1L),
                                tuple("TOO_LARGE", "key", 2L),
                                tuple("TOO_LARGE", "headers", 3L));
            }
        }
    }

    private static ProducerRecord<byte[], byte[]> compressed(
            Application application, byte @Nullable [] key, byte[] value, List<Header> headers) {
        return new ProducerRecord<>(application.input(), 0, now(), key, value, headers);
    }

    /** The input takes any timestamp and 12 MB. */
    private static void createTopics(Application application, ApplicationConfig config) throws Exception {
        application.createTopics(config, topic -> !topic.name().equals(application.input()));
        application.createTopics(new NewTopic(application.input(), 1, (short) 1)
                .configs(Map.of(
                        "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE),
                        "max.message.bytes", Integer.toString(12 << 20))));
    }

    private void sendBroken(Application application) throws Exception {
        bad(application, Reason.TOO_LARGE, now(), "k", json("large", "x".repeat(10_000_000)));
        bad(application, Reason.LATE, 0, "k", json("of-1970", "text"));
        bad(application, Reason.IN_THE_FUTURE, time("2099-01-01T00:00:00Z"), "k", json("of-2099", "text"));
        bad(application, Reason.IN_THE_FUTURE, Long.MAX_VALUE, "k", json("of-the-end", "text"));
        good(application, "after-2099", now(), "k");
        bad(application, Reason.NO_IDENTITY, now(), "k", null);
        bad(application, Reason.NO_IDENTITY, now(), null, null);
        bad(application, Reason.UNREADABLE, now(), "k", new byte[0]);
        bad(application, Reason.UNREADABLE, now(), "", new byte[] {0});
        bad(application, Reason.UNREADABLE, now(), null, new byte[] {'"', (byte) 0xc3});
        good(application, "null-key", now(), null);
        good(application, "empty-key", now(), "");
        good(application, "odd-headers", now(), "k", oddHeaders());
        bad(application, Reason.UNREADABLE, now(), "k", Application.utf8("{broken"), oddHeaders());
        // Ours by name, but a producer's: it must neither be believed nor lost.
        Header forged = new RecordHeader(HeaderNames.REASON, Application.utf8("LATE"));
        bad(application, Reason.NO_IDENTITY, now(), "k", Application.utf8("{}"), forged);
    }

    private static Header[] oddHeaders() {
        return new Header[] {
            new RecordHeader("null", nothing()),
            new RecordHeader("empty", new byte[0]),
            new RecordHeader("", Application.utf8("no name")),
            new RecordHeader("repeated", Application.utf8("one")),
            new RecordHeader("repeated", nothing()),
            new RecordHeader("repeated", Application.utf8("two")),
            new RecordHeader("binary", new byte[] {0, (byte) 0xff, (byte) 0xc3})
        };
    }

    @SuppressWarnings("NullAway") // Kafka's headers take null values, but do not say so.
    private static byte[] nothing() {
        return null;
    }

    private void good(Application application, String id, long time, @Nullable String key, Header... headers)
            throws Exception {
        application.send(record(application, time, key, json(id, "text"), headers));
        decided.add(id);
    }

    private void bad(
            Application application,
            Reason reason,
            long time,
            @Nullable String key,
            byte @Nullable [] value,
            Header... headers)
            throws Exception {
        ProducerRecord<byte[], byte[]> record = record(application, time, key, value, headers);
        long offset = application.send(record).offset();
        poison.put(offset, record);
        reasons.put(offset, reason);
    }

    private static ProducerRecord<byte[], byte[]> record(
            Application application, long time, @Nullable String key, byte @Nullable [] value, Header... headers) {
        return new ProducerRecord<>(
                application.input(), 0, time, key == null ? null : Application.utf8(key), value, List.of(headers));
    }

    private static Map<Long, Reason> reasonsOf(List<ConsumerRecord<byte[], byte[]>> quarantined) {
        Map<Long, Reason> reasons = new TreeMap<>();
        quarantined.forEach(
                record -> reasons.put(offsetOf(record), Reason.valueOf(header(record, HeaderNames.REASON))));
        assertThat(reasons).as("none twice").hasSameSizeAs(quarantined);
        return reasons;
    }

    private void verifyVerbatim(ConsumerRecord<byte[], byte[]> quarantined) {
        ProducerRecord<byte[], byte[]> sent = Objects.requireNonNull(poison.get(offsetOf(quarantined)));
        assertThat(quarantined.key()).isEqualTo(sent.key());
        assertThat(quarantined.value()).isEqualTo(sent.value());
        assertThat(header(quarantined, HeaderNames.TIMESTAMP)).isEqualTo(String.valueOf(sent.timestamp()));
        int original = Integer.parseInt(header(quarantined, HeaderNames.ORIGINAL_HEADERS));
        assertThat(described(quarantined.headers()).subList(0, original)).isEqualTo(described(sent.headers()));
    }

    private static List<String> described(Iterable<Header> headers) {
        return StreamSupport.stream(headers.spliterator(), false)
                .map(header -> header.key() + "=" + Arrays.toString(header.value()))
                .toList();
    }

    private static long offsetOf(ConsumerRecord<byte[], byte[]> quarantined) {
        return Long.parseLong(header(quarantined, HeaderNames.ERROR_OFFSET));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return Objects.requireNonNull(KafkaHeaders.text(record.headers(), name), name);
    }

    private static byte[] json(String id, String subject) {
        return Application.utf8("{\"id\":\"%s\",\"subject\":\"%s\"}".formatted(id, subject));
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    private static long time(String text) {
        return Instant.parse(text).toEpochMilli();
    }
}
