package dev.hapax.commit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Holds back the records of one topic and sends several as one. Keeps their order in each partition. Used by one thread. */
final class RecordPacker {

    /** Sends a record, as a producer does. */
    @FunctionalInterface
    interface Sender {
        Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback);
    }

    /** What a record takes beside key, value and headers, as a rough guess. */
    private static final int OVERHEAD = 16;

    private final Packing packing;
    private final Sender sender;
    private final IntSupplier partitions;
    private final Map<Integer, Pack> packs = new HashMap<>();
    private int partitionCount;

    /** @param partitions how many the topic has; asked once */
    RecordPacker(Packing packing, Sender sender, IntSupplier partitions) {
        this.packing = packing;
        this.sender = sender;
        this.partitions = partitions;
    }

    /** Whether this record can share another one. */
    boolean takes(ProducerRecord<byte[], byte[]> record) {
        return packing.records() > 1
                && record.topic().equals(packing.topic())
                && record.value() != null
                && record.timestamp() != null
                && (record.partition() != null || record.key() != null);
    }

    Future<RecordMetadata> add(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        int partition = partition(record);
        int size = size(record);
        Pack pack = packs.computeIfAbsent(partition, Pack::new);
        if (!pack.hasRoomFor(record, size)) {
            pack.leave();
        }
        if (size > packing.bytes()) {
            return sender.send(record, callback);
        }
        return pack.add(record, callback, size);
    }

    /** Sends everything that is held back. Failures reach the callbacks. */
    void flush() {
        packs.values().forEach(Pack::leave);
    }

    /** What is held back belongs to a transaction that is undone. */
    void discard() {
        packs.clear();
    }

    /** The partition that the producer would choose. */
    private int partition(ProducerRecord<byte[], byte[]> record) {
        Integer chosen = record.partition();
        if (chosen != null) {
            return chosen;
        }
        if (partitionCount == 0) {
            partitionCount = partitions.getAsInt();
        }
        return Utils.toPositive(Utils.murmur2(record.key())) % partitionCount;
    }

    private static int size(ProducerRecord<byte[], byte[]> record) {
        int size = OVERHEAD + record.value().length;
        Headers headers = record.headers();
        for (Header header : headers) {
            byte[] value = header.value();
            size += header.key().length() + (value == null ? 0 : value.length);
        }
        return size;
    }

    /** The records that wait for one partition. */
    private final class Pack {

        private final int partition;
        private List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        private List<Callback> callbacks = new ArrayList<>();
        private CompletableFuture<RecordMetadata> sent = new CompletableFuture<>();
        private int size;
        private long earliest;
        private long latest;

        Pack(int partition) {
            this.partition = partition;
        }

        boolean hasRoomFor(ProducerRecord<byte[], byte[]> record, int recordSize) {
            long time = record.timestamp();
            return records.isEmpty()
                    || (records.size() < packing.records()
                            && size + recordSize <= packing.bytes()
                            && Math.max(latest, time) - Math.min(earliest, time) <= packing.spanMillis());
        }

        Future<RecordMetadata> add(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback, int recordSize) {
            long time = record.timestamp();
            earliest = records.isEmpty() ? time : Math.min(earliest, time);
            latest = records.isEmpty() ? time : Math.max(latest, time);
            records.add(record);
            if (callback != null) {
                callbacks.add(callback);
            }
            size += recordSize;
            return sent;
        }

        void leave() {
            if (records.isEmpty()) {
                return;
            }
            ProducerRecord<byte[], byte[]> record = records.size() == 1
                    ? records.get(0)
                    : new ProducerRecord<>(
                            packing.topic(),
                            partition,
                            latest,
                            null,
                            packing.pack().apply(records));
            Callback all = callback(callbacks, sent);
            records = new ArrayList<>();
            callbacks = new ArrayList<>();
            sent = new CompletableFuture<>();
            size = 0;
            try {
                var unused = sender.send(record, all);
            } catch (KafkaException e) {
                // As a failure after the sending: whoever sent the records learns of it where they expect it.
                all.onCompletion(null, e);
            }
        }

        private static Callback callback(List<Callback> callbacks, CompletableFuture<RecordMetadata> sent) {
            return (metadata, failure) -> {
                callbacks.forEach(callback -> callback.onCompletion(metadata, failure));
                if (failure == null) {
                    sent.complete(metadata);
                } else {
                    sent.completeExceptionally(failure);
                }
            };
        }
    }
}
