package dev.hapax.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordPackerTest {

    private static final int PARTITIONS = 4;

    private final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
    private final List<@Nullable Callback> callbacks = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final RecordPacker packer = new RecordPacker(
            new Packing("moved", 3, 200, 1_000, RecordPackerTest::joined), this::send, () -> PARTITIONS);

    @Test
    void shouldSendSeveralRecordsOfAPartitionAsOne() {
        add("a", 100, "1");
        add("a", 105, "2");
        packer.flush();

        assertThat(sent).hasSize(1);
        assertThat(text(sent.get(0))).isEqualTo("[1,2]");
        assertThat(sent.get(0).key()).isNull();
        assertThat(sent.get(0).timestamp()).isEqualTo(105);
        assertThat(sent.get(0).partition()).isNotNull();
    }

    @Test
    void shouldHoldBackNothingAfterAFlush() {
        add("a", 100, "1");
        packer.flush();
        packer.flush();

        assertThat(sent).hasSize(1);
        assertThat(text(sent.get(0))).isEqualTo("1");
        assertThat(sent.get(0).key()).isNotNull();
    }

    @Test
    void shouldStartAnotherRecordWhenOneIsFull() {
        for (int i = 1; i <= 7; i++) {
            add("a", 100, Integer.toString(i));
        }
        packer.flush();

        assertThat(texts()).containsExactly("[1,2,3]", "[4,5,6]", "7");
    }

    @Test
    void shouldNotPackTimesThatAreFarApart() {
        add("a", 10_000, "1");
        add("a", 9_000, "2");
        add("a", 10_001, "3");
        add("a", 50_000, "4");
        packer.flush();

        assertThat(texts()).containsExactly("[1,2]", "3", "4");
    }

    @Test
    void shouldKeepTheOrderAroundALargeRecord() {
        add("a", 100, "1");
        add("a", 100, "x".repeat(500));
        add("a", 100, "2");
        add("a", 100, "y".repeat(150));
        add("a", 100, "z".repeat(150));
        packer.flush();

        assertThat(texts()).containsExactly("1", "x".repeat(500), "[2," + "y".repeat(150) + "]", "z".repeat(150));
    }

    @Test
    void shouldKeepPartitionsApart() {
        List<String> keys = List.of("a", "b", "c", "d", "e", "f", "g", "h");
        keys.forEach(key -> add(key, 100, key));
        packer.flush();

        assertThat(String.join("", texts())).contains(keys);
        assertThat(sent)
                .hasSizeGreaterThan(1)
                .filteredOn(record -> record.key() == null)
                .isNotEmpty()
                .allSatisfy(record -> assertThat(text(record)
                                .chars()
                                .filter(Character::isLetter)
                                .map(key -> BuiltInPartitioner.partitionForKey(new byte[] {(byte) key}, PARTITIONS)))
                        .containsOnly(record.partition()));
    }

    @Test
    void shouldSendNothingOfAnAbortedTransaction() {
        add("a", 100, "1");
        packer.discard();
        packer.flush();

        assertThat(sent).isEmpty();
    }

    @Test
    void shouldReportTheFateOfARecordToAllWhoseRecordsItHolds() throws Exception {
        var first = packer.add(record("a", 100, "1"), hear("1"));
        var second = packer.add(record("a", 100, "2"), hear("2"));
        packer.flush();
        RecordMetadata written = new RecordMetadata(new TopicPartition("moved", 1), 7, 0, 100, 0, 0);
        complete(0, written, null);

        assertThat(heard).containsExactly("1: 7", "2: 7");
        assertThat(first.get()).isEqualTo(written);
        assertThat(second.get()).isEqualTo(written);
    }

    @Test
    void shouldReportAFailedSendToAllWhoseRecordsItHolds() {
        RecordPacker fenced = new RecordPacker(
                new Packing("moved", 3, 200, 1_000, RecordPackerTest::joined),
                (record, callback) -> {
                    throw new ProducerFencedException("fenced");
                },
                () -> PARTITIONS);
        var first = fenced.add(record("a", 100, "1"), hear("1"));
        var second = fenced.add(record("a", 100, "2"), hear("2"));

        fenced.flush();

        assertThat(heard).containsExactly("1: fenced", "2: fenced");
        assertThat(first).isDone();
        assertThat(second).isDone();
    }

    @Test
    void shouldLeaveOtherTopicsAlone() {
        assertThat(packer.takes(new ProducerRecord<>("other", 0, 100L, bytes("a"), bytes("1"))))
                .isFalse();
        assertThat(packer.takes(new ProducerRecord<byte[], byte[]>("moved", 0, 100L, bytes("a"), (byte[]) null)))
                .isFalse();
        assertThat(packer.takes(record("a", 100, "1"))).isTrue();
    }

    private void add(String key, long time, String value) {
        var unused = packer.add(record(key, time, value), hear(value));
    }

    private Callback hear(String value) {
        return (metadata, failure) ->
                heard.add(value + ": " + (failure == null ? Long.toString(metadata.offset()) : failure.getMessage()));
    }

    private Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        sent.add(record);
        callbacks.add(callback);
        return new CompletableFuture<>();
    }

    private void complete(int index, @Nullable RecordMetadata metadata, @Nullable Exception failure) {
        Callback callback = callbacks.get(index);
        if (callback != null) {
            callback.onCompletion(metadata, failure);
        }
    }

    private List<String> texts() {
        return sent.stream().map(RecordPackerTest::text).toList();
    }

    private static byte[] joined(List<ProducerRecord<byte[], byte[]>> records) {
        return bytes(records.stream().map(RecordPackerTest::text).collect(Collectors.joining(",", "[", "]")));
    }

    private static ProducerRecord<byte[], byte[]> record(String key, long time, String value) {
        return new ProducerRecord<>("moved", null, time, bytes(key), bytes(value));
    }

    private static String text(ProducerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
