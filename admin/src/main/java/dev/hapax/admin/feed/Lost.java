package dev.hapax.admin.feed;

import org.apache.kafka.common.TopicPartition;

/** How clients are told what they can't be told any more. */
final class Lost {

    static final String OTHER_VERSION = "The token is from another version of Hapax. Events start now."
            + " Earlier ones are in /api/alerts and /api/quarantine.";

    private Lost() {}

    static String deleted(TopicPartition partition, long before) {
        return partition + ": all before offset " + before + " has been deleted by retention";
    }

    static String madeAnew(TopicPartition partition, long next) {
        return partition + ": ends before offset " + next + "; it was made anew";
    }
}
