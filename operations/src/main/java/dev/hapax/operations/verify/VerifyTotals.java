package dev.hapax.operations.verify;

/**
 * What was counted over all partitions.
 *
 * @param again further outcomes of messages that have one, from offsets that were rewound
 * @param otherRules decisions by rules that are neither configured nor recorded, so that they cannot be made again
 * @param unknownOutputs records about messages that retention has deleted, or of sources that are not configured any more
 * @param forgotten identities an operator gave a command about, which may act again
 * @param unknownFirsts duplicates of messages whose own outcome may be deleted
 * @param unknownAlerts important decisions whose alert may be deleted
 */
public record VerifyTotals(
        Count messages,
        long alerts,
        long again,
        long otherRules,
        long unknownOutputs,
        long forgotten,
        long unknownFirsts,
        long unknownAlerts) {

    /** Everything that could not be checked, because Kafka has deleted what it would be checked against. */
    public long notKnown() {
        return messages.unknown() + unknownOutputs + unknownFirsts + unknownAlerts;
    }
}
