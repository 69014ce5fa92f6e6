package dev.hapax.config;

/**
 * How quarantine behaves.
 *
 * @param headerBudget bytes our headers may take beside the original ones
 * @param maxAttempts how often a message may fail before it is quarantined as RETRIES_EXHAUSTED
 * @param maxRecordBytes the largest record quarantine must be able to hold, verbatim
 */
public record QuarantineSettings(int headerBudget, int maxAttempts, int maxRecordBytes, Flood flood) {

    public QuarantineSettings {
        Rules.of("quarantine")
                .require(
                        headerBudget >= 1024,
                        "header-budget",
                        SizeText.format(headerBudget),
                        "must be at least 1KiB: less would cut off why a message is here")
                .atLeast(1, "max-attempts", maxAttempts)
                .require(
                        maxRecordBytes >= 1, "max-record-bytes", SizeText.format(maxRecordBytes), "must be at least 1B")
                .check();
    }

    /**
     * When quarantine is a symptom of something larger, and the instance stops instead.
     *
     * @param maxConsecutive the limit of consecutive ones on one partition; 0 for no limit
     * @param maxShare more than this share of the last {@code window} messages on one partition; 1 for no limit
     */
    public record Flood(int maxConsecutive, double maxShare, int window) {

        public Flood {
            Rules.of("quarantine.flood")
                    .atLeast(0, "max-consecutive", maxConsecutive)
                    .require(
                            maxShare > 0 && maxShare <= 1,
                            "max-share",
                            maxShare,
                            "must be more than 0 and at most 1, which means no limit")
                    .atLeast(10, "window", window)
                    .check();
        }
    }
}
