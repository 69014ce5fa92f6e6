package dev.hapax.operations.quarantine;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was done to a case.
 *
 * @param detail the new owner, or how the message was edited
 */
public record CaseChange(
        Instant at,
        String actor,
        Action action,
        @Nullable String reason,
        @Nullable String detail) {

    private static final int LONGEST_TEXT = 4_000;

    public CaseChange {
        if (reason != null && reason.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("a reason of " + reason.length() + " characters: must have at most "
                    + LONGEST_TEXT + "; put the rest elsewhere, and say where");
        }
        if (action == Action.NOTED && detail != null && detail.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("a note of " + detail.length() + " characters: must have at most "
                    + LONGEST_TEXT + "; put the rest elsewhere, and say where");
        }
    }

    /** What can be done to a case. */
    public enum Action {
        ASSIGNED,
        NOTED,
        REPLAYED,
        /** Replayed with other content. */
        EDITED,
        DROPPED;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Who did what and when, for whoever comes second. */
    @Override
    public String toString() {
        return action.code() + " by " + actor + " at " + at + (reason == null ? "" : " (" + reason + ")");
    }
}
