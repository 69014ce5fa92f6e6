package dev.hapax.config;

import java.util.Set;

/**
 * Names and size of the topics that are Hapax's own.
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

    public String replays() {
        return prefix + "replays";
    }

    public String decisions() {
        return prefix + "decisions";
    }

    public String alerts() {
        return prefix + "alerts";
    }

    public String duplicates() {
        return prefix + "duplicates";
    }

    public String quarantine() {
        return prefix + "quarantine";
    }

    /** The state of each quarantined case. */
    public String cases() {
        return quarantine() + ".cases";
    }

    /** What operators ask of the task that owns an identity. */
    public String commands() {
        return prefix + "commands";
    }

    /** Whether that name is taken by one of Hapax's own topics. */
    public boolean owns(String topic) {
        return Set.of(replays(), decisions(), alerts(), duplicates(), quarantine(), cases(), commands())
                .contains(topic);
    }
}
