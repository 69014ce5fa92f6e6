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
