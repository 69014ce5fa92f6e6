package dev.hapax.operations.verify;

/** Coordinates with the topic as a number, see {@link TopicNumbers}. */
record RecordPosition(int topic, int partition, long offset) {

    /** Topic and partition in one number. */
    long partitionKey() {
        return partitionKey(topic, partition);
    }

    static long partitionKey(int topic, int partition) {
        return ((long) topic << 32) | partition;
    }
}
