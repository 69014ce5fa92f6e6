package dev.hapax.admin.feed;

import org.apache.kafka.common.TopicPartition;

/** The texts of {@code lost} events. */
final class Lost {

    static final String OTHER_VERSION = "The token is from another version of Hapax. Events start now."
            + " Earlier ones are in /api/alerts and /api/quarantine.";

    private Lost() {}

    static String deleted(TopicPartition partition, long before) {
        return partition + ": retention has deleted all records before offset " + before;
    }

    static String recreated(TopicPartition partition, long next) {
        return partition + ": the topic was recreated; it ends before offset " + next;
    }
}
