package dev.hapax.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One delivery as the ledger knows it.
 *
 * @param attempt the number of the current or last attempt; 0 before the first
 * @param failures attempts that count against the retry budget
 * @param since when it entered its state, in epoch milliseconds of the ledger
 * @param timer when the ledger looks at it again; {@link #NEVER} if only an event moves it
 * @param approval the one in force; null before
 * @param claim of the current or last attempt; null before
 * @param stopAs the state it ends in instead of another attempt: CANCELLED if a person asked for that too late to be sure, SENT if
 *     an attempt turned out to be sent after a person had called it unsent; else null
 * @param history what happened, oldest first
 * @param bounce what mail servers reported after it was sent; null if nothing
 */
public record Delivery(
        String id,
        DeliveryEvent.Draft draft,
        DeliveryState state,
        int attempt,
        int failures,
        long since,
        long timer,
        @Nullable Approval approval,
        @Nullable Claim claim,
        @Nullable DeliveryState stopAs,
        List<Entry> history,
        @Nullable Bounce bounce) {

    public static final long NEVER = Long.MAX_VALUE;

    /** More are not kept: the first ones and the newest ones stay. */
    static final int MOST_ENTRIES = 100;

    private static final int FIRST_ENTRIES = 20;

    /**
     * A worker's right to one attempt.
     *
     * @param worker the process that claimed it; no other can report on it
     * @param leaseMillis for how long it may try
     * @param socketMillis how long the target can take at most to accept what was written within the lease
     * @param dueAt when the attempt became due; the target can't have heard of it before
     * @param retryUntil if this or an earlier attempt may have been sent to a target that ignores repeated ids: until when
     *     another one can be claimed; else {@link #NEVER}
     */
    public record Claim(String worker, long leaseMillis, long socketMillis, long dueAt, long retryUntil) {

        public Claim {
            Objects.requireNonNull(worker, "worker");
        }

        boolean inDoubt() {
            return retryUntil != NEVER;
        }

        Claim retriedUntil(long time) {
            return new Claim(worker, leaseMillis, socketMillis, dueAt, time);
        }
    }

    /** A line of the history. */
    public record Entry(long time, String what, String by, String detail) {}

    /** One that no server has reported. */
    public Delivery(
            String id,
            DeliveryEvent.Draft draft,
            DeliveryState state,
            int attempt,
            int failures,
            long since,
            long timer,
            @Nullable Approval approval,
            @Nullable Claim claim,
            @Nullable DeliveryState stopAs,
            List<Entry> history) {
        this(id, draft, state, attempt, failures, since, timer, approval, claim, stopAs, history, null);
    }

    public Delivery {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(draft, "draft");
        Objects.requireNonNull(state, "state");
        history = List.copyOf(history);
    }

    static Delivery staged(String id, DeliveryEvent.Draft draft, long now) {
        return new Delivery(
                id, draft, DeliveryState.AWAITING_APPROVAL, 0, 0, now, draft.expires(), null, null, null, List.of());
    }

    /** When it must be sent, or not at all. */
    public long deadline() {
        long wanted = approval == null ? draft.expires() : Math.min(draft.expires(), approval.expires());
        return claim == null ? wanted : Math.min(wanted, claim.retryUntil());
    }

    /** Whether an attempt may have been sent, and another one is made because the target ignores repeated ids. */
    public boolean inDoubt() {
        return claim != null && claim.inDoubt();
    }

    Delivery to(DeliveryState next, long now, long newTimer) {
        return new Delivery(
                id, draft, next, attempt, failures, now, newTimer, approval, claim, stopAs, history, bounce);
    }

    Delivery with(DeliveryEvent.Draft newDraft) {
        return new Delivery(id, newDraft, state, attempt, failures, since, timer, null, claim, stopAs, history, bounce);
    }

    Delivery with(Approval newApproval) {
        return new Delivery(
                id, draft, state, attempt, failures, since, timer, newApproval, claim, stopAs, history, bounce);
    }

    Delivery with(Claim newClaim) {
        return new Delivery(
                id, draft, state, attempt, failures, since, timer, approval, newClaim, stopAs, history, bounce);
    }

    Delivery withTimer(long newTimer) {
        return new Delivery(
                id, draft, state, attempt, failures, since, newTimer, approval, claim, stopAs, history, bounce);
    }

    Delivery nextAttempt() {
        return new Delivery(
                id, draft, state, attempt + 1, failures, since, timer, approval, claim, stopAs, history, bounce);
    }

    Delivery failed() {
        return new Delivery(
                id, draft, state, attempt, failures + 1, since, timer, approval, claim, stopAs, history, bounce);
    }

    Delivery stoppingAs(DeliveryState end) {
        return new Delivery(id, draft, state, attempt, failures, since, timer, approval, claim, end, history, bounce);
    }

    Delivery withBounce(@Nullable Bounce newBounce) {
        return new Delivery(
                id, draft, state, attempt, failures, since, timer, approval, claim, stopAs, history, newBounce);
    }

    Delivery noting(Entry entry) {
        List<Entry> entries = new ArrayList<>(history);
        entries.add(entry);
        if (entries.size() > MOST_ENTRIES) {
            entries.remove(FIRST_ENTRIES);
        }
        return new Delivery(
                id, draft, state, attempt, failures, since, timer, approval, claim, stopAs, entries, bounce);
    }
}
