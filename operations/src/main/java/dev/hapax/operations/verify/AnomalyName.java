package dev.hapax.operations.verify;

import java.util.Locale;

/** What can be wrong. The names are public: they stand in the JSON of {@code hapax verify}. */
public enum AnomalyName {
    LOST(
            "a message was read, and nothing came out of it",
            "give it again by its coordinates (hapax replay --topic … --from-offset …), then find who deleted its outcome"),
    DUPLICATED(
            "one message, or one identity within its ttl, was decided or alerted more than once",
            "have whoever acts on decisions look for a second effect; check that no other program writes to the topic"),
    INVENTED(
            "an output speaks of a message that is not there",
            "find who else writes to the topic: only Hapax should be allowed to (kafka-acls.sh --list --topic …)"),
    CONFLICTING(
            "one message has outcomes that exclude each other",
            "look whether offsets were rewound after settings had changed; decide by hand which one holds"),
    CHANGED(
            "what stands there is not what these rules make of these bytes, or alert and decision disagree",
            "compare the settings of the source with those of that day; if they are the same, someone altered the record");

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
