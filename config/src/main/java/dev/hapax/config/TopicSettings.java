package dev.hapax.config;

/**
 * Prefix and size of the topics that an application has besides its sources.
 *
 * @param partitions of the guard, and so of every topic keyed by identity
 */
public record TopicSettings(String prefix, int partitions) {

    public TopicSettings {
        Rules.of("topics")
                .require(TopicName.isLegalPart(prefix), "prefix", prefix, TopicName.PART_RULE)
                .atLeast(1, "partitions", partitions)
                .check();
    }
}
