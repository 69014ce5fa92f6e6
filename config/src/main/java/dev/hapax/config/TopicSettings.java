package dev.hapax.config;

/**
 * Names and size of the topics that are Hapax's own.
 *
 * @param partitions of the guard, and so of every topic keyed by identity
 */
public record TopicSettings(String prefix, int partitions) {

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
}
