package dev.hapax.operations.verify;

import dev.hapax.delivery.DeliveryState;
import dev.hapax.operations.verify.DeliveryFact.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks deliveries one after the other, from facts sorted by delivery: that each is in one state, was claimed and sent only with
 * an approval, and has the receipts that belong to its end. Keeps nothing of a delivery when the next one begins.
 */
final class DeliveryCheck {

    /** More are counted, and not shown. */
    static final int MOST_SHOWN = 500;

    /**
     * What Kafka or the ledger may have deleted by their own rules.
     *
     * @param from what is older was not asked for
     * @param forgotten a delivery that ended before this is forgotten by the ledger
     * @param stagings a staging older than this may be gone
     * @param refusals a refused staging older than this may be gone
     * @param receipts a receipt older than this may be gone
     */
    record Kept(long from, long forgotten, long stagings, long refusals, long receipts) {

        /** Nothing was deleted. */
        static final Kept ALL =
                new Kept(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    /** Something is wrong with the delivery of a record. */
    record Problem(AnomalyName name, Kind kind, PackedPosition at, String detail) {}

    private final Kept kept;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<AnomalyName, Long> problemCounts = new EnumMap<>(AnomalyName.class);
    private final Map<DeliveryState, Long> states = new EnumMap<>(DeliveryState.class);
    private long waiting;
    private long lost;
    private long refused;
    private long receipts;
    private long claims;
    private long unknown;
    private One one = new One();
    private @Nullable DeliveryFact last;

    DeliveryCheck(Kept kept) {
        this.kept = kept;
    }

    /** What is known of the delivery that is being looked at. */
    private static final class One {
        /** As it is now; null if there is none. */
        private @Nullable DeliveryFact now;
        /** As it was before the ends of the other topics were asked for; null if there was none. */
        private @Nullable DeliveryFact settled;

        private boolean forgotten;
        private boolean unreadable;
        private long sent;
        private long ends;
        /** By attempt, whether its first receipt names an approval: what became of it says with which one it was made. */
        private final Map<Integer, Boolean> approvedAttempts = new HashMap<>();
        /** The attempt that a late report has called sent; 0 for none. */
        private int sentLate;

        private @Nullable DeliveryFact claim;
        /** A staging of which it is not known yet whether it was refused. */
        private @Nullable DeliveryFact pending;

        private boolean stagingSeen;
        private boolean unread;
        private @Nullable DeliveryFact missing;
        private boolean missingMayBeGone;
    }

    void accept(DeliveryFact fact) {
        if (last != null && !last.id().equals(fact.id())) {
            end();
        }
        last = fact;
        switch (fact.kind()) {
            case STATE -> state(fact);
            case RECEIPT -> receipt(fact);
            case CLAIM -> claim(fact);
            case STAGED, STAGED_AS_EVENT -> staging(fact);
            case REFUSED -> refusal(fact);
        }
    }

    /** No more facts of the delivery shown last. */
    void end() {
        if (last == null) {
            return;
        }
        settlePending();
        finish();
        one = new One();
        last = null;
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    Map<AnomalyName, Long> problemCounts() {
        return new EnumMap<>(problemCounts);
    }

    DeliveryCounts counts() {
        return new DeliveryCounts(states, waiting, lost, refused, receipts, claims, unknown);
    }

    private void add(AnomalyName name, DeliveryFact shown, String detail) {
        problemCounts.merge(name, 1L, Long::sum);
        if (problems.size() < MOST_SHOWN) {
            problems.add(new Problem(name, shown.kind(), shown.at(), detail));
        }
    }

    private void state(DeliveryFact fact) {
        boolean deleted = fact.is(DeliveryFact.DELETED);
        DeliveryFact before = one.now;
        if (before != null && before.group() != fact.group()) {
            if (deleted) {
                // Of another partition: it does not delete this one.
                return;
            }
            add(
                    AnomalyName.CONFLICTING,
                    fact,
                    "it is in the ledger of two partitions: " + before.group() + " and " + fact.group());
        }
        if (fact.is(DeliveryFact.UNREADABLE)) {
            one.unreadable = true;
            add(AnomalyName.CHANGED, fact, "its state in the ledger can't be read");
        }
        one.forgotten = deleted;
        one.now = deleted ? null : fact;
        if (fact.is(DeliveryFact.SETTLED)) {
            one.settled = one.now;
        }
    }

    private void receipt(DeliveryFact fact) {
        receipts++;
        if (fact.is(DeliveryFact.UNREADABLE)) {
            add(AnomalyName.CHANGED, fact, "it is no receipt");
            return;
        }
        if (!fact.is(DeliveryFact.SIGNED)) {
            add(
                    AnomalyName.CHANGED,
                    fact,
                    "the receipt was altered or invented: it is not signed with delivery.signing-key or one of"
                            + " delivery.trusted-keys");
            return;
        }
        DeliveryFact now = one.now;
        if (one.unreadable) {
            return;
        }
        if (now == null) {
            withoutDelivery(fact, "there is a receipt (" + fact.state() + "), and no such delivery");
            return;
        }
        if (fact.time() < now.begun()) {
            // Of an earlier delivery of that id, which the ledger has forgotten.
            return;
        }
        compare(fact, now);
        rememberAttempt(fact);
        one.sent += fact.state() == DeliveryState.SENT ? 1 : 0;
        DeliveryFact settled = one.settled;
        one.ends += settled != null && settled.state() == fact.state() ? 1 : 0;
    }

    private void rememberAttempt(DeliveryFact receipt) {
        if (receipt.is(DeliveryFact.LATE)) {
            one.sentLate = receipt.attempt();
        } else if (receipt.state() == DeliveryState.STRANDED || receipt.state() == DeliveryState.APPROVED) {
            one.approvedAttempts.putIfAbsent(receipt.attempt(), receipt.is(DeliveryFact.NAMES_APPROVAL));
        }
    }

    private void compare(DeliveryFact receipt, DeliveryFact now) {
        if (receipt.content() != now.content() && !now.is(DeliveryFact.EDITED)) {
            add(
                    AnomalyName.CHANGED,
                    receipt,
                    "its receipt is for another content, target or channel than the ledger has");
        }
        if (receipt.state().isEnd() && !now.state().isEnd()) {
            add(AnomalyName.CHANGED, now, now.state() + " in the ledger, and a receipt says " + receipt.state());
        }
        if (receipt.state() == DeliveryState.SENT
                && receipt.approvedBy() != now.approvedBy()
                && !now.is(DeliveryFact.LATE)) {
            add(AnomalyName.CHANGED, receipt, "its receipt names another approval than the ledger has");
        }
    }

    private void claim(DeliveryFact fact) {
        claims++;
        DeliveryFact before = one.claim;
        one.claim = fact;
        if (before != null
                && before.attempt() == fact.attempt()
                && !fact.is(DeliveryFact.BY_OPERATOR)
                && !before.is(DeliveryFact.BY_OPERATOR)) {
            add(AnomalyName.DUPLICATED, fact, "attempt " + fact.attempt() + " was claimed twice");
        }
        if (one.unreadable) {
            return;
        }
        DeliveryFact now = one.now;
        if (now == null) {
            withoutDelivery(fact, "it was claimed, and there is no such delivery");
        } else if (fact.attempt() > now.attempt()) {
            add(
                    AnomalyName.INVENTED,
                    fact,
                    "attempt " + fact.attempt() + " was claimed, and the ledger has made " + now.attempt() + " due");
        }
    }

    private void withoutDelivery(DeliveryFact fact, String detail) {
        if (fact.time() < kept.from() || (one.forgotten && fact.time() < kept.forgotten())) {
            return;
        }
        if (fact.time() < kept.forgotten()) {
            unknown++;
        } else {
            add(AnomalyName.INVENTED, fact, detail);
        }
    }

    private void staging(DeliveryFact fact) {
        settlePending();
        one.pending = fact;
    }

    private void refusal(DeliveryFact fact) {
        DeliveryFact pending = one.pending;
        if (pending != null && pending.group() == fact.group() && pending.offset() == fact.offset()) {
            one.pending = null;
            refused++;
        }
    }

    /** It was not refused: the ledger must have it. */
    private void settlePending() {
        DeliveryFact staged = one.pending;
        one.pending = null;
        if (staged == null) {
            return;
        }
        one.stagingSeen = true;
        if (staged.is(DeliveryFact.UNREAD)) {
            one.unread = true;
            return;
        }
        if (staged.time() < kept.from() || one.unreadable) {
            return;
        }
        DeliveryFact now = one.now;
        boolean known = now != null
                && (now.content() == staged.content() || now.is(DeliveryFact.EDITED) || staged.is(DeliveryFact.EDITED));
        if (!known && one.missing == null) {
            one.missing = staged;
            one.missingMayBeGone = staged.time() < Math.max(kept.forgotten(), kept.refusals());
        }
    }

    private void finish() {
        DeliveryFact now = one.now;
        if (now != null) {
            states.merge(now.state(), 1L, Long::sum);
            approvals(now);
        }
        DeliveryFact settled = one.settled;
        if (settled != null && !one.unreadable) {
            endReceipts(settled);
            stagingOf(settled);
        }
        DeliveryFact missing = one.missing;
        if (now == null && one.unread) {
            waiting++;
        } else if (missing != null && one.missingMayBeGone) {
            unknown++;
        } else if (missing != null) {
            lost += now == null ? 1 : 0;
            add(
                    AnomalyName.LOST,
                    missing,
                    now == null
                            ? "it was staged, and is neither in the ledger nor refused"
                            : "it was staged with other content than the ledger has, and not refused");
        }
    }

    private void approvals(DeliveryFact now) {
        if (now.is(DeliveryFact.CLAIMED_UNAPPROVED)) {
            add(AnomalyName.UNAPPROVED, now, "its history has a claim before any approval");
        }
        if (now.state() != DeliveryState.SENT || now.is(DeliveryFact.APPROVED) || one.unreadable) {
            return;
        }
        if (!now.is(DeliveryFact.LATE)) {
            add(
                    AnomalyName.UNAPPROVED,
                    now,
                    "SENT, and the ledger has no approval of this content and target with a valid signature");
            return;
        }
        // Edited or rejected between the attempt and the report of it: the receipts of the attempt name its approval.
        Boolean approved = one.approvedAttempts.get(one.sentLate);
        if (approved == null && now.time() < kept.receipts()) {
            unknown++;
        } else if (approved == null || !approved) {
            add(
                    AnomalyName.UNAPPROVED,
                    now,
                    "SENT by a late report on attempt " + one.sentLate
                            + ", and no receipt of that attempt names an approval");
        }
    }

    private void endReceipts(DeliveryFact settled) {
        if (one.sent > 1) {
            add(AnomalyName.DUPLICATED, settled, "it has " + one.sent + " receipts that say SENT");
        }
        if (!settled.state().isEnd()) {
            return;
        }
        if (one.ends == 0 && settled.time() < kept.receipts()) {
            unknown++;
        } else if (one.ends == 0) {
            add(AnomalyName.LOST, settled, settled.state() + " in the ledger, and it has no receipt of that");
        } else if (one.ends > 1 && settled.state() != DeliveryState.SENT) {
            add(AnomalyName.DUPLICATED, settled, "it has " + one.ends + " receipts that say " + settled.state());
        }
    }

    private void stagingOf(DeliveryFact settled) {
        if (one.stagingSeen || settled.begun() < kept.from()) {
            return;
        }
        if (settled.begun() < kept.stagings()) {
            unknown++;
        } else {
            add(AnomalyName.INVENTED, settled, "it is in the ledger, and nobody staged it");
        }
    }
}
