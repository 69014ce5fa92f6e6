package dev.hapax.demo.stream;

import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a message is produced to. All messages of one identity share one, so their order is the same however the
 * partitions are interleaved. Mostly it is not that of their guard, so that the repartition has something to do.
 */
final class Placement {

    /** Of every topic: {@code topics.partitions} of {@code demo.yaml}. */
    static final int PARTITIONS = 4;

    private Placement() {}

    /** Where the guard of an identity is: what Kafka's own partitioner makes of the key. */
    static int guard(String identity) {
        return Utils.toPositive(Utils.murmur2(JsonAuthor.utf8(identity))) % PARTITIONS;
    }

    static int source(Draft draft, int otherwise) {
        String identity = draft.identity();
        if (identity == null) {
            return otherwise;
        }
        return draft.feed() == Feed.LEDGER ? guard(identity) : Math.floorMod(identity.hashCode() >>> 5, PARTITIONS);
    }
}
