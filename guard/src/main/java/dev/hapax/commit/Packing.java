package dev.hapax.commit;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A topic whose records share a record with others of their partition, because a record costs more than what is in it. Only for
 * topics that are read with {@code read_committed}: what is packed leaves at the latest when its transaction is committed.
 *
 * @param records that share one at most; 1 for none
 * @param bytes of their values and headers at most; a larger record stays alone
 * @param spanMillis between the earliest and the latest timestamp at most, so that records of several topics keep the order of
 *     their times
 * @param pack the value of the one record in place of several, in their order; its key is null, its timestamp the latest
 */
public record Packing(
        String topic,
        int records,
        int bytes,
        long spanMillis,
        Function<List<ProducerRecord<byte[], byte[]>>, byte[]> pack) {

    public Packing {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(pack, "pack");
    }
}
