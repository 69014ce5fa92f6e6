package dev.hapax.delivery;

import dev.hapax.delivery.DeliveryEvent.Bounced;
import dev.hapax.delivery.DeliveryEvent.CancelRequested;
import dev.hapax.delivery.DeliveryEvent.Claimed;
import dev.hapax.delivery.DeliveryEvent.Edited;
import dev.hapax.delivery.DeliveryEvent.Held;
import dev.hapax.delivery.DeliveryEvent.LeaseEnded;
import dev.hapax.delivery.DeliveryEvent.Postponed;
import dev.hapax.delivery.DeliveryEvent.Reconciled;
import dev.hapax.delivery.DeliveryEvent.Reported;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.DeliveryEvent.Reviewed;
import dev.hapax.delivery.DeliveryEvent.Staged;
import dev.hapax.delivery.DeliveryEvent.Stopped;
import dev.hapax.delivery.Transition.Effect;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The life of a delivery as one pure, total function: state and event lead to a state and to what is written. An event that does
 * not fit is refused, with the reason in the history; nothing throws.
 */
public final class Ledger {

    /** Checks who approved, and whether they may. */
    @FunctionalInterface
    public interface ApprovalCheck {

        /** Why the approval does not count; null if it does. */
        @Nullable
        String refusal(Delivery delivery, Approval approval);
    }

    /**
     * @param maxAttempts failed attempts after which a delivery is refused
     * @param backoff before the second attempt; doubles with each further one
     * @param longestBackoff the limit of that
     * @param retention how long a delivery that has ended is remembered
     * @param idempotent by channel, how long its targets ignore an id that they have seen
     */
    public record Limits(
            int maxAttempts,
            Duration backoff,
            Duration longestBackoff,
            Duration retention,
            Map<String, Duration> idempotent) {

        public Limits {
            idempotent = Map.copyOf(idempotent);
        }

        /** For channels whose targets may act on every attempt. */
        public Limits(int maxAttempts, Duration backoff, Duration longestBackoff, Duration retention) {
            this(maxAttempts, backoff, longestBackoff, retention, Map.of());
        }
    }

    private static final String LEDGER = "ledger";
    private static final String DUE = "due";
    private static final String POSTPONED = "postponed";
    /** How the lines of bounces name who reported, so that no report passes for the act of a person. */
    private static final String MAIL_SERVER = "mail server ";
    /** Strangers write them, and the history has a hundred lines. */
    private static final int MOST_BOUNCES = 10;

    /** Beyond this, deliveries would wait for long after their channel works again. */
    private static final Duration LONGEST_POSTPONEMENT = Duration.ofMinutes(5);

    /** A history of a hundred entries has to fit into a record. */
    private static final int LONGEST_DETAIL = 1_000;

    private final Limits limits;
    private final ApprovalCheck approvals;
    private final long startedAt;

    /**
     * @param startedAt when this process took over the deliveries, by its own clock. Its clock may be ahead of the one that read
     *     a claim, so a lease starts anew with it. The worker's lease started before the claim was written, and so always ends first.
     */
    public Ledger(Limits limits, ApprovalCheck approvals, long startedAt) {
        this.limits = limits;
        this.approvals = approvals;
        this.startedAt = startedAt;
    }

    /**
     * What an event does.
     *
     * @param delivery null if the ledger knows none of that id
     * @param now the ledger's clock, in epoch milliseconds
     */
    public Transition on(String id, @Nullable Delivery delivery, DeliveryEvent event, long now) {
        if (event instanceof Staged staged) {
            return staged(id, delivery, staged, now);
        }
        if (delivery == null) {
            return Transition.refused(null, "there is no delivery " + id);
        }
        if (event instanceof Edited edited) {
            return edited(delivery, edited, now);
        } else if (event instanceof Reviewed reviewed) {
            return reviewed(delivery, reviewed.approval(), now);
        } else if (event instanceof CancelRequested cancel) {
            return cancelled(delivery, cancel, now);
        } else if (event instanceof Claimed claimed) {
            return claimed(delivery, claimed, now);
        } else if (event instanceof Stopped stopped) {
            return stopped(delivery, stopped, now);
        } else if (event instanceof Postponed postponed) {
            return postponed(delivery, postponed, now);
        } else if (event instanceof Held held) {
            return held(delivery, held, now);
        } else if (event instanceof Reported reported) {
            return reported(delivery, reported, now);
        } else if (event instanceof LeaseEnded ended) {
            return leaseEnded(delivery, ended, now);
        } else if (event instanceof Reconciled reconciled) {
            return reconciled(delivery, reconciled, now);
        } else if (event instanceof Bounced bounced) {
            return bounced(delivery, bounced, now);
        }
        throw new IllegalStateException("unknown event " + event);
    }

    /** The same with a line in the history on how it was scored; only for what was staged just now. */
    public Transition scored(Transition staged, String by, String why, long now) {
        Delivery delivery = staged.delivery();
        return delivery == null || staged.refused() != null
                ? staged
                : Transition.to(note(delivery, "scored", by, why, now));
    }

    /** What the approval of a policy does, which the ledger applies itself and which nobody has to sign. */
    public Transition onPolicy(Delivery delivery, Approval approval, long now) {
        return delivery.state() == DeliveryState.AWAITING_APPROVAL && approval.wasMadeByPolicy()
                ? approved(delivery, approval, now)
                : refused(delivery, "approval", approval.by(), "it is " + delivery.state(), now);
    }

    /** What the approval of its campaign does, which people have signed for all of its deliveries. */
    public Transition onCampaign(Delivery delivery, Approval approval, long now) {
        boolean fits = delivery.state() == DeliveryState.AWAITING_APPROVAL
                && delivery.draft().campaign() != null
                && delivery.draft().campaign().id().equals(approval.campaign());
        return fits
                ? approved(delivery, approval, now)
                : refused(delivery, "approval", approval.by(), "it is " + delivery.state(), now);
    }

    /** Back to the queue of its campaign, which does not send at present. */
    public Transition requeued(Delivery delivery, String why, long now) {
        if (delivery.state() != DeliveryState.APPROVED || delivery.draft().campaign() == null) {
            return refused(delivery, "requeue", LEDGER, "it is " + delivery.state(), now);
        }
        return queued(delivery, LEDGER, why, now);
    }

    /** What the end of its campaign does to a delivery that is not on its way. */
    public Transition onCampaignCancelled(Delivery delivery, String by, String why, long now) {
        return switch (delivery.state()) {
            case AWAITING_APPROVAL, APPROVED -> end(delivery, DeliveryState.CANCELLED, "cancelled", by, why, now);
            default -> refused(delivery, "cancel", by, "it is " + delivery.state(), now);
        };
    }

    /**
     * What time does to a delivery whose timer has passed.
     *
     * @param place whether another delivery may be made due
     */
    public Transition onTimer(Delivery delivery, boolean place, long now) {
        if (now < delivery.timer()) {
            return Transition.to(delivery);
        }
        if (delivery.state().isEnd()) {
            return Transition.to(null, Effect.FORGET);
        }
        return switch (delivery.state()) {
            case AWAITING_APPROVAL ->
                end(delivery, DeliveryState.EXPIRED, "expired", LEDGER, "not approved in time", now);
            case APPROVED -> ready(delivery, place, now);
            case CLAIMED -> leaseMayHaveEnded(delivery, now);
            default -> Transition.to(delivery.withTimer(Delivery.NEVER));
        };
    }

    private Transition ready(Delivery delivery, boolean place, long now) {
        if (now >= delivery.deadline()) {
            return end(delivery, DeliveryState.EXPIRED, "expired", LEDGER, "approved, but not sent in time", now);
        }
        if (delivery.inDoubt()
                && !limits.idempotent().containsKey(delivery.draft().channel())) {
            return stranded(delivery, LEDGER, "the channel has no idempotency-window any more", now);
        }
        return place ? due(delivery, now) : Transition.to(delivery);
    }

    /** The same delivery, which the limits of its channel do not allow before a time. */
    public Delivery delayed(Delivery delivery, long until) {
        return delivery.withTimer(Math.min(until, delivery.deadline()));
    }

    /** The same delivery, which has ended and is not forgotten yet. */
    public Delivery remembered(Delivery delivery, long now) {
        return delivery.withTimer(now + limits.retention().toMillis());
    }

    private Transition leaseMayHaveEnded(Delivery delivery, long now) {
        Delivery.Claim claim = delivery.claim();
        long end = claim == null ? now : startedAt + claim.leaseMillis();
        // Reports that are already in the log count first: the end is decided when this note is read back.
        return now < end
                ? Transition.to(delivery.withTimer(end))
                : Transition.to(delivery.withTimer(Delivery.NEVER), Effect.LEASE_ENDED);
    }

    private Transition staged(String id, @Nullable Delivery delivery, Staged staged, long now) {
        DeliveryEvent.Draft draft = staged.draft();
        if (delivery == null) {
            Delivery created = Delivery.staged(id, draft, now);
            return Transition.to(note(created, "staged", draft.stagedBy(), cause(draft), now));
        }
        if (delivery.draft().isSameAs(draft)) {
            return Transition.refused(delivery, "already staged");
        }
        String why = "id " + id + " was staged before with other content";
        return Transition.refused(note(delivery, "conflict", draft.stagedBy(), why, now), why, Effect.CONFLICT);
    }

    private static String cause(DeliveryEvent.Draft draft) {
        return draft.cause() == null ? "" : draft.cause();
    }

    private Transition edited(Delivery delivery, Edited edited, long now) {
        if (delivery.draft().campaign() != null) {
            return refused(
                    delivery, "edit", edited.by(), "it is part of a campaign, which is approved as a whole", now);
        }
        if (delivery.state() != DeliveryState.AWAITING_APPROVAL && delivery.state() != DeliveryState.APPROVED) {
            return refused(delivery, "edit", edited.by(), "it is " + delivery.state(), now);
        }
        if (delivery.inDoubt()) {
            return refused(delivery, "edit", edited.by(), "attempt " + delivery.attempt() + " may have been sent", now);
        }
        Delivery changed = delivery.with(edited.draft())
                .to(DeliveryState.AWAITING_APPROVAL, now, edited.draft().expires());
        return Transition.to(note(changed, "edited", edited.by(), "needs a new approval", now));
    }

    private Transition reviewed(Delivery delivery, Approval approval, long now) {
        String action = approval.approved() ? "approval" : "rejection";
        if (approval.approved() && delivery.draft().campaign() != null) {
            return refused(delivery, action, approval.by(), "it is approved with its campaign", now);
        }
        boolean open = delivery.state() == DeliveryState.AWAITING_APPROVAL
                || (delivery.state() == DeliveryState.APPROVED && !approval.approved());
        if (!open) {
            return refused(delivery, action, approval.by(), "it is " + delivery.state(), now);
        }
        String why = whyNot(delivery, approval, now);
        if (why != null) {
            return refused(delivery, action, approval.by(), why, now);
        }
        String reason = approval.reason() == null ? "" : approval.reason();
        if (!approval.approved()) {
            return end(delivery.with(approval), DeliveryState.REJECTED, "rejected", approval.by(), reason, now);
        }
        return approved(delivery, approval, now);
    }

    private static Transition approved(Delivery delivery, Approval approval, long now) {
        String reason = approval.reason() == null ? "" : approval.reason();
        Delivery approved = delivery.with(approval)
                .to(DeliveryState.APPROVED, now, Math.max(now, delivery.draft().notBefore()));
        return Transition.to(note(approved, "approved", approval.by(), reason, now));
    }

    private @Nullable String whyNot(Delivery delivery, Approval approval, long now) {
        if (!approval.sha256().equals(delivery.draft().sha256())) {
            return "it is for other content: " + approval.sha256();
        }
        if (!approval.target().equals(delivery.draft().target())) {
            return "it is for another target: " + approval.target();
        }
        if (approval.approved() && now >= approval.expires()) {
            return "it has expired";
        }
        return approvals.refusal(delivery, approval);
    }

    private Transition cancelled(Delivery delivery, CancelRequested cancel, long now) {
        return switch (delivery.state()) {
            case AWAITING_APPROVAL, APPROVED ->
                end(delivery, DeliveryState.CANCELLED, "cancelled", cancel.by(), cancel.reason(), now);
            // A worker may be claiming it at this moment, so the worker decides.
            case DUE ->
                delivery.stopAs() == DeliveryState.SENT
                        ? refused(delivery, "cancel", cancel.by(), "it was sent", now)
                        : Transition.to(
                                note(
                                        delivery.stoppingAs(DeliveryState.CANCELLED),
                                        "cancel requested",
                                        cancel.by(),
                                        cancel.reason(),
                                        now),
                                Effect.STOP);
            default -> refused(delivery, "cancel", cancel.by(), "it is " + delivery.state(), now);
        };
    }

    private Transition due(Delivery delivery, long now) {
        Delivery due = delivery.nextAttempt().to(DeliveryState.DUE, now, Delivery.NEVER);
        return Transition.to(note(due, DUE, LEDGER, "attempt " + due.attempt(), now), Effect.DUE);
    }

    private Transition claimed(Delivery delivery, Claimed claimed, long now) {
        if (delivery.state() != DeliveryState.DUE || delivery.attempt() != claimed.attempt()) {
            return refused(delivery, "claim", claimed.worker(), mismatch(delivery, claimed.attempt()), now);
        }
        Delivery.Claim before = delivery.claim();
        Delivery next = delivery.with(new Delivery.Claim(
                        claimed.worker(),
                        claimed.leaseMillis(),
                        claimed.socketMillis(),
                        delivery.since(),
                        before == null ? Delivery.NEVER : before.retryUntil()))
                .to(DeliveryState.CLAIMED, now, now + claimed.leaseMillis());
        return Transition.to(note(next, "claimed", claimed.worker(), "attempt " + claimed.attempt(), now));
    }

    private Transition stopped(Delivery delivery, Stopped stopped, long now) {
        if (delivery.state() != DeliveryState.DUE || delivery.attempt() != stopped.attempt()) {
            return refused(delivery, "stop", stopped.worker(), mismatch(delivery, stopped.attempt()), now);
        }
        DeliveryState state = delivery.stopAs() == null ? stopped.state() : delivery.stopAs();
        return end(delivery, state, "stopped", stopped.worker(), stopped.detail(), now);
    }

    /** Back to APPROVED without an attempt, so that a channel that is down does not hold up the others of its partition. */
    private Transition postponed(Delivery delivery, Postponed postponed, long now) {
        if (delivery.state() != DeliveryState.DUE || delivery.attempt() != postponed.attempt()) {
            return refused(delivery, "postpone", postponed.worker(), mismatch(delivery, postponed.attempt()), now);
        }
        DeliveryState stopAs = delivery.stopAs();
        if (stopAs != null) {
            return end(delivery, stopAs, "postponed, stopped", postponed.worker(), postponed.detail(), now);
        }
        long pause = Math.min(backoff(postponements(delivery) + 1), LONGEST_POSTPONEMENT.toMillis());
        Delivery next = delivery.to(DeliveryState.APPROVED, now, now + pause);
        return Transition.to(note(next, POSTPONED, postponed.worker(), postponed.detail(), now));
    }

    /** Back to the queue of its campaign without an attempt. */
    private Transition held(Delivery delivery, Held held, long now) {
        if (delivery.state() != DeliveryState.DUE
                || delivery.attempt() != held.attempt()
                || delivery.draft().campaign() == null) {
            return refused(delivery, "hold", held.worker(), mismatch(delivery, held.attempt()), now);
        }
        DeliveryState stopAs = delivery.stopAs();
        return stopAs != null
                ? end(delivery, stopAs, "held, stopped", held.worker(), held.detail(), now)
                : queued(delivery, held.worker(), held.detail(), now);
    }

    private static Transition queued(Delivery delivery, String by, String why, long now) {
        Delivery next = delivery.with(delivery.draft())
                .to(DeliveryState.AWAITING_APPROVAL, now, delivery.draft().expires());
        return Transition.to(note(next, "back in the queue", by, why, now));
    }

    /** How often in a row it was made due and postponed until now. */
    private static int postponements(Delivery delivery) {
        int count = 0;
        for (int i = delivery.history().size() - 1; i >= 0; i--) {
            String what = delivery.history().get(i).what();
            if (what.equals(POSTPONED)) {
                count++;
            } else if (!what.equals(DUE)) {
                return count;
            }
        }
        return count;
    }

    private Transition reported(Delivery delivery, Reported reported, long now) {
        Delivery.Claim claim = delivery.claim();
        boolean current = delivery.attempt() == reported.attempt()
                && (delivery.state() == DeliveryState.CLAIMED || delivery.state() == DeliveryState.STRANDED);
        // A worker that has lost the partition may believe that it holds a claim, and so that it can return it.
        boolean byItsWorker = claim != null && claim.worker().equals(reported.worker());
        if (current && byItsWorker) {
            return outcome(delivery, reported, now);
        }
        boolean earlier = reported.attempt() > 0 && reported.attempt() < delivery.attempt();
        boolean itsOwn = reported.attempt() == delivery.attempt() && byItsWorker;
        if (reported.result() == Result.SENT && (earlier || itsOwn)) {
            return sentAfterAll(delivery, reported, now);
        }
        return refused(
                delivery,
                "report " + reported.result(),
                reported.worker(),
                mismatch(delivery, reported.attempt()) + "; " + reported.evidence(),
                now);
    }

    /** A person has called an attempt unsent, and now its worker reports that it was sent. */
    private Transition sentAfterAll(Delivery delivery, Reported reported, long now) {
        String what = "sent in attempt " + reported.attempt() + " (late report)";
        return switch (delivery.state()) {
            case DUE ->
                Transition.to(
                        note(
                                delivery.stoppingAs(DeliveryState.SENT),
                                what,
                                reported.worker(),
                                reported.evidence(),
                                now),
                        Effect.STOP);
            // Too late: the next attempt is made, or was made.
            case CLAIMED, STRANDED, SENT ->
                refused(delivery, what, reported.worker(), reported.evidence() + "; it is " + delivery.state(), now);
            default -> end(delivery, DeliveryState.SENT, what, reported.worker(), reported.evidence(), now);
        };
    }

    private Transition outcome(Delivery delivery, Reported reported, long now) {
        String worker = reported.worker();
        String evidence = reported.evidence();
        return switch (reported.result()) {
            case SENT -> end(delivery, DeliveryState.SENT, "sent", worker, evidence, now);
            case REFUSED -> end(delivery, DeliveryState.REFUSED, "refused", worker, evidence, now);
            case RETURNED -> again(delivery, "returned", worker, evidence, now, now);
            case NOT_SENT -> notSent(delivery.failed(), worker, evidence, now);
            case UNKNOWN ->
                delivery.state() == DeliveryState.STRANDED
                        ? refused(delivery, "report UNKNOWN", worker, evidence, now)
                        : unknown(delivery, worker, evidence, now);
        };
    }

    /** Another attempt has no second effect while the target remembers the id. Otherwise a person has to find out. */
    private Transition unknown(Delivery delivery, String by, String detail, long now) {
        Delivery.Claim claim = delivery.claim();
        Duration window = limits.idempotent().get(delivery.draft().channel());
        if (claim == null || window == null || delivery.stopAs() != null) {
            return stranded(delivery, by, detail, now);
        }
        // The last attempt must have arrived when the target forgets the first one.
        long until = claim.inDoubt()
                ? claim.retryUntil()
                : claim.dueAt() + window.toMillis() - claim.leaseMillis() - claim.socketMillis();
        Delivery doubtful = delivery.failed().with(claim.retriedUntil(until));
        // A target may refuse a request while it works on the same one.
        long ready = now + Math.max(backoff(doubtful.failures()), claim.socketMillis());
        return doubtful.failures() < limits.maxAttempts() && ready < doubtful.deadline()
                ? again(doubtful, "outcome unknown, trying again", by, detail, now, ready)
                : stranded(delivery, by, detail, now);
    }

    private Transition notSent(Delivery delivery, String worker, String evidence, long now) {
        if (delivery.failures() >= limits.maxAttempts()) {
            String detail = evidence + "; failed " + delivery.failures() + " times";
            return end(delivery, DeliveryState.REFUSED, "refused", worker, detail, now);
        }
        return again(delivery, "not sent", worker, evidence, now, now + backoff(delivery.failures()));
    }

    /** Back to APPROVED, for another attempt. */
    private Transition again(Delivery delivery, String what, String by, String detail, long now, long ready) {
        DeliveryState stopAs = delivery.stopAs();
        if (stopAs != null) {
            return end(delivery, stopAs, what + ", stopped", by, detail, now);
        }
        // What was claimed of an attempt that was not sent was no bounce.
        Delivery next = delivery.withBounce(null).to(DeliveryState.APPROVED, now, ready);
        return Transition.to(note(next, what, by, detail, now), Effect.RECEIPT);
    }

    private long backoff(int failures) {
        long doubled = limits.backoff().toMillis() << Math.min(failures - 1, 20);
        return Math.min(doubled, limits.longestBackoff().toMillis());
    }

    private Transition leaseEnded(Delivery delivery, LeaseEnded ended, long now) {
        if (delivery.state() != DeliveryState.CLAIMED || delivery.attempt() != ended.attempt()) {
            // A report came first, as it may.
            return Transition.refused(delivery, mismatch(delivery, ended.attempt()));
        }
        return unknown(delivery, LEDGER, "the lease has ended without a report", now);
    }

    private static Transition stranded(Delivery delivery, String by, String detail, long now) {
        Delivery next = delivery.to(DeliveryState.STRANDED, now, Delivery.NEVER);
        return Transition.to(note(next, "stranded", by, detail, now), Effect.RECEIPT);
    }

    private Transition reconciled(Delivery delivery, Reconciled reconciled, long now) {
        Delivery.Claim claim = delivery.claim();
        String by = reconciled.by();
        if (delivery.state() != DeliveryState.STRANDED || delivery.attempt() != reconciled.attempt() || claim == null) {
            return refused(delivery, "reconcile", by, mismatch(delivery, reconciled.attempt()), now);
        }
        long certainFrom = Math.max(startedAt, delivery.since()) + claim.socketMillis();
        if (reconciled.resolution() == Resolution.NOT_SENT && now < certainFrom) {
            String why = "the target may still accept it; ask again in "
                    + Duration.ofMillis(certainFrom - now + 999).toSeconds() + " s";
            return refused(delivery, "reconcile", by, why, now);
        }
        String detail = reconciled.evidence();
        return switch (reconciled.resolution()) {
            case SENT -> end(delivery, DeliveryState.SENT, "reconciled as sent", by, detail, now);
            case NOT_SENT ->
                again(
                        delivery.with(claim.retriedUntil(Delivery.NEVER)),
                        "reconciled as not sent",
                        by,
                        detail,
                        now,
                        now);
            case ABANDONED -> end(delivery, DeliveryState.ABANDONED, "abandoned", by, detail, now);
        };
    }

    /**
     * Anyone who can write to the address for bounces can claim one. A report that does not fit leaves no trace in the history, or it
     * could push out what happened.
     */
    private static Transition bounced(Delivery delivery, Bounced bounced, long now) {
        String why = misfit(delivery, bounced);
        if (why != null) {
            return Transition.refused(delivery, why);
        }
        Bounce.Kind kind = Bounce.kind(bounced.action(), bounced.status());
        boolean knownHard = isHard(delivery.bounce());
        Delivery next = kind == null || knownHard
                ? delivery
                : delivery.withBounce(new Bounce(kind, bounced.status(), cut(bounced.diagnostic()), now));
        next = next.noting(entry(bounced, kind, now));
        return kind == Bounce.Kind.HARD && !knownHard && delivery.state() == DeliveryState.SENT
                ? Transition.to(next, Effect.SUPPRESS)
                : Transition.to(next);
    }

    private static @Nullable String misfit(Delivery delivery, Bounced bounced) {
        boolean mayHaveBeenSent = switch (delivery.state()) {
            // A report can overtake that of the worker, and it is evidence for whoever reconciles a stranded one.
            case CLAIMED, STRANDED, SENT -> true;
            default -> false;
        };
        if (!mayHaveBeenSent) {
            return "a bounce of a delivery that is " + delivery.state();
        }
        String target = Suppressions.normalised(delivery.draft().target());
        String original = bounced.original();
        boolean same = target.equals(Suppressions.normalised(bounced.recipient()))
                || (original != null && target.equals(Suppressions.normalised(original)));
        if (!same || target.contains("://")) {
            return "a bounce for another recipient than that of the delivery";
        }
        Bounce.Kind kind = Bounce.kind(bounced.action(), bounced.status());
        Delivery.Entry line = entry(bounced, kind, 0);
        if (delivery.history().stream().anyMatch(it -> saysTheSame(it, line))) {
            return "the same bounce was recorded before";
        }
        long reports = delivery.history().stream()
                .filter(it -> it.by().startsWith(MAIL_SERVER))
                .count();
        boolean more = kind != Bounce.Kind.HARD || isHard(delivery.bounce());
        return more && reports >= MOST_BOUNCES ? "a bounce of a delivery that has " + MOST_BOUNCES + " already" : null;
    }

    private static boolean isHard(@Nullable Bounce bounce) {
        return bounce != null && bounce.kind() == Bounce.Kind.HARD;
    }

    private static boolean saysTheSame(Delivery.Entry one, Delivery.Entry other) {
        return one.what().equals(other.what())
                && one.by().equals(other.by())
                && one.detail().equals(other.detail());
    }

    private static Delivery.Entry entry(Bounced bounced, Bounce.@Nullable Kind kind, long now) {
        String what = kind == null ? "delivery status: " + lower(bounced.action()) : "bounced (" + lower(kind) + ")";
        String detail = bounced.status() + ", read from " + bounced.at()
                + (bounced.diagnostic().isEmpty() ? "" : ": " + cut(bounced.diagnostic()));
        return new Delivery.Entry(now, what, cut(MAIL_SERVER + bounced.server()), cut(detail));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private Transition end(Delivery delivery, DeliveryState state, String what, String by, String detail, long now) {
        if (delivery.inDoubt() && state != DeliveryState.SENT && state != DeliveryState.ABANDONED) {
            return endInDoubt(delivery, state, what, by, detail, now);
        }
        Delivery next = delivery.to(state, now, now + limits.retention().toMillis());
        Delivery ended = note(next, what, by, detail, now);
        return state == DeliveryState.SENT && isHard(delivery.bounce())
                ? Transition.to(ended, Effect.RECEIPT, Effect.SUPPRESS)
                : Transition.to(ended, Effect.RECEIPT);
    }

    /** Nothing more is sent, but an earlier attempt may have been. */
    private static Transition endInDoubt(
            Delivery delivery, DeliveryState state, String what, String by, String detail, long now) {
        boolean wantedByAPerson = state == DeliveryState.CANCELLED || state == DeliveryState.REJECTED;
        Delivery stopped = wantedByAPerson && delivery.stopAs() == null ? delivery.stoppingAs(state) : delivery;
        return stranded(stopped, by, what + ": " + detail + "; an earlier attempt may have been sent", now);
    }

    private static Transition refused(Delivery delivery, String action, String by, String why, long now) {
        return Transition.refused(note(delivery, action + " refused", by, why, now), why);
    }

    private static String mismatch(Delivery delivery, int attempt) {
        return delivery.attempt() == attempt
                ? "it is " + delivery.state()
                : "it is for attempt " + attempt + ", and the delivery is " + delivery.state() + " in attempt "
                        + delivery.attempt();
    }

    private static Delivery note(Delivery delivery, String what, String by, String detail, long now) {
        return delivery.noting(new Delivery.Entry(now, what, by, cut(detail)));
    }

    private static String cut(String detail) {
        return detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL) + "…";
    }
}
