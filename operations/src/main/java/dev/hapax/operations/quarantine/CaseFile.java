package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.quarantine.CaseFile.Change.Action;
import dev.hapax.operations.quarantine.CaseFile.Resolution.SentReplay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The recorded state and history of a case.
 *
 * @param digest of the message it is about: a recreated topic has other messages at the same coordinates; null for a file of
 *     the first release
 * @param resolution the failures of the message that the state covers; another one opens the case again
 * @param history oldest first
 */
public record CaseFile(
        Coordinates id,
        @Nullable String digest,
        Case.State state,
        @Nullable String owner,
        Resolution resolution,
        List<Change> history) {

    /** The actor of what Hapax does by itself. */
    static final String HAPAX = "hapax";

    /** So many changes are kept; of a case with more, the oldest are forgotten. */
    private static final int LONGEST_HISTORY = 100;

    public CaseFile {
        history = List.copyOf(history);
    }

    /** The file of a case that nobody has changed. */
    static CaseFile empty(Coordinates id) {
        return new CaseFile(id, null, Case.State.OPEN, null, Resolution.NONE, List.of());
    }

    /** This file, or a new one if a different message has failed at the same coordinates. */
    CaseFile about(Quarantined.Failure failure) {
        if (digest == null || failure.digest() == null || digest.equals(failure.digest())) {
            return this;
        }
        // The history keeps what was done to the other message.
        return new CaseFile(id, failure.digest(), Case.State.OPEN, null, Resolution.NONE, history);
    }

    /** The failure is dealt with. */
    CaseFile resolved(Quarantined.Failure failure, Case.State next, Change change) {
        return changed(failure, next, owner, resolution.plus(failure, change.at()), change);
    }

    /** Something was done that leaves the case as open or resolved as it was. */
    CaseFile changed(Quarantined.Failure failure, Case.State next, @Nullable String nextOwner, Change change) {
        return changed(failure, next, nextOwner, resolution, change);
    }

    private CaseFile changed(
            Quarantined.Failure failure, Case.State next, @Nullable String nextOwner, Resolution then, Change change) {
        return new CaseFile(
                id, failure.digest() == null ? digest : failure.digest(), next, nextOwner, then, history(change));
    }

    CaseFile sent(SentReplay where) {
        return new CaseFile(id, digest, state, owner, resolution.sent(where), history);
    }

    /** What became of its replay is known; null where that is of another replay, or was known before. */
    @Nullable
    CaseFile withOutcome(int generation, String outcome, Instant now) {
        SentReplay sent = resolution.replay();
        if (state != Case.State.REPLAYED || sent == null || sent.generation() != generation || sent.outcome() != null) {
            return null;
        }
        SentReplay known = new SentReplay(sent.partition(), sent.offset(), generation, outcome);
        return new CaseFile(
                id,
                digest,
                state,
                owner,
                resolution.sent(known),
                history(new Change(now, HAPAX, Action.NOTED, null, outcome)));
    }

    /** Open again, because its replay was deleted before an instance read it. */
    CaseFile reopened(Instant now) {
        SentReplay lost = resolution.replay();
        String text = "opened again: its replay was deleted before an instance read it"
                + (lost == null ? "" : " (partition " + lost.partition() + ", offset " + lost.offset() + ")");
        return new CaseFile(
                id,
                digest,
                owner == null ? Case.State.OPEN : Case.State.ASSIGNED,
                owner,
                resolution.withoutLast(),
                history(new Change(now, HAPAX, Action.NOTED, null, text)));
    }

    private List<Change> history(Change change) {
        List<Change> changes = new ArrayList<>(history);
        changes.add(change);
        int size = changes.size();
        return changes.subList(Math.max(0, size - LONGEST_HISTORY), size);
    }

    /** The same without its history, which takes most of the room. */
    CaseFile brief() {
        return new CaseFile(id, digest, state, owner, resolution, List.of());
    }

    /** The state of a case with this latest failure. */
    Case.State stateAfter(Quarantined.Failure failure) {
        CaseFile own = about(failure);
        if (own.state.resolved() && own.resolution.covers(failure)) {
            return own.state;
        }
        if (failure.exhausted()) {
            return Case.State.PARKED;
        }
        return own.owner == null ? Case.State.OPEN : Case.State.ASSIGNED;
    }

    public @Nullable Change lastChange() {
        return history.isEmpty() ? null : history.get(history.size() - 1);
    }

    /**
     * One thing that was done to a case.
     *
     * @param detail the new owner, or how the message was edited
     */
    public record Change(
            Instant at,
            String actor,
            Action action,
            @Nullable String reason,
            @Nullable String detail) {

        private static final int LONGEST_TEXT = 4_000;

        public Change {
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

        /** Who did what and when, for an operator who comes second. */
        @Override
        public String toString() {
            return action.code() + " by " + actor + " at " + at + (reason == null ? "" : " (" + reason + ")");
        }
    }

    /**
     * Which failures of a case its operators have dealt with. A failure that is not among them opens the case again.
     *
     * @param attempt of the failure that was dealt with last
     * @param failures oldest first; empty in a file of the first release, which knew only the attempt
     * @param replay where its last replay was written; null for a file of the first release, or when it never was
     * @param at when an operator last dealt with it; null where the history no longer shows it
     */
    public record Resolution(
            int attempt,
            List<Quarantined.Failure.Key> failures,
            @Nullable SentReplay replay,
            @Nullable Instant at) {

        public static final Resolution NONE = new Resolution(0, List.of(), null, null);

        /** The operator's clock and the broker's may differ by so much. */
        private static final Duration SKEW = Duration.ofMinutes(5);

        /** As many as there are changes in a history. */
        private static final int MOST_FAILURES = 100;

        /**
         * A record of the replays topic.
         *
         * @param outcome what became of it; null while that is not known
         */
        public record SentReplay(
                int partition,
                long offset,
                int generation,
                @Nullable String outcome) {}

        public Resolution {
            failures = List.copyOf(failures);
        }

        boolean covers(Quarantined.Failure failure) {
            if (!failures.isEmpty()) {
                return failures.contains(failure.key());
            }
            // The first release wrote no more than the attempt. What was quarantined long after is another failure.
            return failure.attempt() <= attempt && (at == null || !failure.at().isAfter(at.plus(SKEW)));
        }

        Resolution plus(Quarantined.Failure failure, Instant now) {
            List<Quarantined.Failure.Key> all = new ArrayList<>(failures);
            all.remove(failure.key());
            all.add(failure.key());
            return new Resolution(
                    failure.attempt(), all.subList(Math.max(0, all.size() - MOST_FAILURES), all.size()), null, now);
        }

        Resolution sent(SentReplay where) {
            return new Resolution(attempt, failures, where, at);
        }

        /** Without the last one, whose replay nobody has read. */
        Resolution withoutLast() {
            return new Resolution(0, failures.subList(0, Math.max(0, failures.size() - 1)), null, null);
        }
    }
}
