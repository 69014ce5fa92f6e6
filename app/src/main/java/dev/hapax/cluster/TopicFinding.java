package dev.hapax.cluster;

import dev.hapax.operations.topics.WantedTopic;
import java.util.List;

/**
 * What was found of a topic.
 *
 * @param partitions 0 where it does not exist
 * @param problems why Hapax can't work with it as it is, each with its remedy; empty when all is well
 */
public record TopicFinding(WantedTopic wanted, int partitions, List<String> problems) {

    public boolean exists() {
        return partitions > 0;
    }
}
