package dev.hapax.admin;

import java.util.Locale;

/** The type of an event. The names are public. */
public enum EventKind {
    /** The first event: the instance and its version. */
    HELLO,
    ALERT,
    /** A new case. */
    QUARANTINE,
    /** A changed case. */
    CASE,
    /** A staged or changed delivery. */
    DELIVERY,
    /** A created or changed campaign. */
    CAMPAIGN,
    /** The numbers of the last second. */
    STATS,
    /** The numbers by source, reason, label and age. */
    BREAKDOWN,
    /** State and readiness of this instance, and the list of instances. */
    STATE,
    /** Instances, tasks, threads, lag and restore progress. */
    GROUP,
    /** The progress of replays. */
    REPLAYS,
    /** Requested events are no longer available. */
    LOST,
    /** The last event, with the reason. */
    BYE;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether only the latest event of this kind matters. */
    public boolean supersedes() {
        return switch (this) {
            case STATS, BREAKDOWN, GROUP, REPLAYS -> true;
            case HELLO, ALERT, QUARANTINE, CASE, DELIVERY, CAMPAIGN, STATE, LOST, BYE -> false;
        };
    }
}
