package dev.hapax.operations.verify;

import java.util.Locale;

/** What can be wrong. The names are public: they stand in the JSON of {@code hapax verify}. */
public enum AnomalyName {
    LOST(
            "a message or a staged delivery was read, and nothing came out of it; or a delivery has no receipt of its end",
            "give it again by its coordinates (hapax replay --topic … --from-offset …), or stage the delivery again after a"
                    + " look at what the target has; then find who deleted its outcome"),
    DUPLICATED(
            "one message, or one identity within its ttl, was decided or alerted more than once; or an attempt of a delivery was"
                    + " claimed twice, or recorded as sent twice",
            "have whoever acts on decisions look for a second effect; check that no other program writes to the topic"),
    INVENTED(
            "an output speaks of a message or a delivery that is not there",
            "find who else writes to the topic: only Hapax should be allowed to (kafka-acls.sh --list --topic …)"),
    CONFLICTING(
            "one message has outcomes that exclude each other, or one delivery has two states",
            "look whether offsets were rewound after settings had changed; decide by hand which one holds"),
    CHANGED(
            "what stands there is not what these rules make of these bytes, or alert and decision disagree, or ledger and receipts"
                    + " of a delivery",
            "compare the settings of the source with those of that day; if they are the same, someone altered the record"),
    UNAPPROVED(
            "a delivery was claimed or sent, and no valid approval of its content and target is on record",
            "look at its history (hapax deliveries show); if its key was replaced, add the old public key to"
                    + " delivery.trusted-keys; else find who may write to the ledger topic");

    private final String meaning;
    private final String remedy;

    AnomalyName(String meaning, String remedy) {
        this.meaning = meaning;
        this.remedy = remedy;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String meaning() {
        return meaning;
    }

    /** What to do next. */
    public String remedy() {
        return remedy;
    }
}
