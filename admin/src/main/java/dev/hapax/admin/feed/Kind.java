package dev.hapax.admin.feed;

import java.util.Locale;

/** What an event is about. The names are public. */
enum Kind {
    /** The first one: who speaks. */
    HELLO,
    ALERT,
    /** A new case. */
    QUARANTINE,
    /** A case that changed. */
    CASE,
    /** The numbers of the last second; only the latest counts. */
    STATS,
    STATE,
    /** Something that was asked for is not there any more. */
    LOST,
    /** The last one, and why. */
    BYE;

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of this kind, a newer one stands for those before. */
    boolean supersedes() {
        return this == STATS;
    }
}
