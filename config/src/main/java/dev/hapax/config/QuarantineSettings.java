package dev.hapax.config;

/**
 * How quarantine behaves.
 *
 * @param headerBudget bytes our headers may take beside the original ones
 * @param maxAttempts how often a message may fail before it is quarantined as RETRIES_EXHAUSTED
 * @param maxRecordBytes the largest record quarantine must be able to hold, verbatim
 */
public record QuarantineSettings(int headerBudget, int maxAttempts, int maxRecordBytes, Flood flood) {

    /**
     * When quarantine is a symptom of something larger, and the instance stops instead.
     *
     * @param maxConsecutive so many in a row on one partition; 0 for no limit
     * @param maxShare more than this share of the last {@code window} messages on one partition; 1 for no limit
     */
    public record Flood(int maxConsecutive, double maxShare, int window) {}
}
