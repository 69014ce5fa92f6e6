package dev.hapax.admin;

import java.util.Locale;

/** What an event is about. The names are public. */
public enum EventKind {
    /** The first one: who speaks. */
    HELLO,
    ALERT,
    /** A new case. */
    QUARANTINE,
    /** A case that changed. */
    CASE,
    /** The numbers of the last second. */
    STATS,
    /** What the numbers are made of, by source, reason, label and age. */
    BREAKDOWN,
    /** Whether this instance is well, and which others there are. */
    STATE,
    /** Instances, tasks, threads, lag and restoring. */
    GROUP,
    /** How far replays are. */
    REPLAYS,
    /** Something that was asked for is not there any more. */
    LOST,
    /** The last one, and why. */
    BYE;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of this kind only the latest counts: it stands for those before. */
    public boolean supersedes() {
        return switch (this) {
            case STATS, BREAKDOWN, GROUP, REPLAYS -> true;
            case HELLO, ALERT, QUARANTINE, CASE, STATE, LOST, BYE -> false;
        };
    }
}
