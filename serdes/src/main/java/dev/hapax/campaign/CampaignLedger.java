package dev.hapax.campaign;

import dev.hapax.campaign.Campaign.Entry;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignEvent.Created;
import dev.hapax.campaign.CampaignEvent.Frozen;
import dev.hapax.campaign.CampaignEvent.Requested;
import dev.hapax.campaign.CampaignEvent.Reviewed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The life of a campaign as one pure, total function. Of two people who want different things at once, one wins, and the other
 * is refused with the status that the first one made; nothing throws.
 */
public final class CampaignLedger {

    /**
     * What an event did.
     *
     * @param campaign as it is now; null if there is none
     * @param announced whether every partition has to know
     * @param refused why the event does not fit; null if it did
     */
    public record Change(
            @Nullable Campaign campaign,
            boolean announced,
            @Nullable String refused) {}

    /** Checks who approved, and whether they may. */
    @FunctionalInterface
    public interface ApprovalCheck {

        /** Why the approval does not count; null if it does. */
        @Nullable
        String refusal(Campaign campaign, CampaignApproval approval);
    }

    private static final String LEDGER = "ledger";
    private static final int LONGEST_DETAIL = 1_000;
    /** Fewer say nothing of the share that is refused. */
    private static final int FEWEST_TRIED = 20;
    /** Every partition gets all of them with each change. */
    private static final int MOST_APPROVALS = 20;

    private final int partitions;
    private final int twoApproversAbove;
    private final Function<CampaignDefinition, String> sha256;
    private final ApprovalCheck approvals;

    /**
     * @param partitions of the ledger
     * @param twoApproversAbove campaigns with more recipients need two approvers
     * @param sha256 of a definition
     */
    public CampaignLedger(
            int partitions,
            int twoApproversAbove,
            Function<CampaignDefinition, String> sha256,
            ApprovalCheck approvals) {
        this.partitions = partitions;
        this.twoApproversAbove = twoApproversAbove;
        this.sha256 = sha256;
        this.approvals = approvals;
    }

    /**
     * @param campaign null if the ledger knows none of that id
     * @param request names the event for whoever waits for its outcome; null if nobody does
     * @param now the ledger's clock, in epoch milliseconds
     */
    public Change on(String id, @Nullable Campaign campaign, CampaignEvent event, @Nullable String request, long now) {
        if (campaign != null && request != null && campaign.answer(request) != null) {
            // Read once more: after a reset of offsets, an old request must not resume what was paused since.
            return new Change(campaign, false, null);
        }
        Change done = on(id, campaign, event, now);
        Campaign after = done.campaign();
        return after == null || request == null || event instanceof Counted
                ? done
                : new Change(after.answering(request), done.announced(), done.refused());
    }

    /** Notes in the history what becomes of every event but of counts. */
    private Change on(String id, @Nullable Campaign campaign, CampaignEvent event, long now) {
        if (event instanceof Created created) {
            return created(id, campaign, created, now);
        }
        if (campaign == null) {
            return new Change(null, false, "there is no campaign " + id);
        }
        if (event instanceof Frozen frozen) {
            return frozen(campaign, frozen, now);
        } else if (event instanceof Reviewed reviewed) {
            return reviewed(campaign, reviewed.approval(), now);
        } else if (event instanceof Requested requested) {
            return requested(campaign, requested, now);
        } else if (event instanceof Counted counted) {
            return counted(campaign, counted, now);
        }
        throw new IllegalStateException("unknown event " + event);
    }

    private Change created(String id, @Nullable Campaign campaign, Created created, long now) {
        CampaignDefinition definition = created.definition();
        if (campaign == null) {
            Campaign made = new Campaign(
                    id,
                    definition,
                    sha256.apply(definition),
                    CampaignStatus.DRAFT,
                    1,
                    1,
                    List.of(),
                    List.of(),
                    now,
                    0,
                    Campaign.Tally.NONE,
                    Map.of(),
                    List.of());
            return changed(made, "created", created.by(), "", now);
        }
        return campaign.definition().isSameAs(definition)
                ? new Change(campaign.noting(entry("created again", created.by(), "", now)), false, null)
                : refused(campaign, "create", created.by(), "it was created with other content; use another id", now);
    }

    private static Change frozen(Campaign campaign, Frozen frozen, long now) {
        return campaign.status().isEnd()
                ? refused(campaign, "freeze", frozen.by(), "it is " + campaign.status(), now)
                : changed(
                        campaign.nextAudience(), "frozen", frozen.by(), "audience version " + campaign.audience(), now);
    }

    private Change reviewed(Campaign campaign, CampaignApproval approval, long now) {
        String action = approval.approved() ? "approval" : "rejection";
        String why = whyNot(campaign, approval, now);
        if (why != null) {
            return refused(campaign, action, approval.by(), why, now);
        }
        if (!approval.approved()) {
            return changed(
                    campaign.to(CampaignStatus.CANCELLED, now), "rejected", approval.by(), approval.reason(), now);
        }
        List<CampaignApproval> agreeing = new ArrayList<>(campaign.pending().stream()
                .filter(other -> other.isAboutTheSameAs(approval))
                .toList());
        if (agreeing.stream().anyMatch(other -> other.by().equals(approval.by()))) {
            return refused(campaign, action, approval.by(), "another person has to approve it too", now);
        }
        agreeing.add(approval);
        String detail =
                approval.count() + " recipients" + (approval.reason().isEmpty() ? "" : "; " + approval.reason());
        if (agreeing.size() < approvers(approval.count())) {
            Campaign waiting = campaign.with(campaign.approvals(), agreeing);
            return changed(waiting, "approved, and needs another approver", approval.by(), detail, now);
        }
        List<CampaignApproval> inForce = new ArrayList<>(campaign.approvals());
        inForce.addAll(agreeing);
        Campaign approved = campaign.with(inForce, List.of());
        return changed(
                approved.status() == CampaignStatus.DRAFT ? approved.to(CampaignStatus.APPROVED, now) : approved,
                "approved",
                approval.by(),
                detail,
                now);
    }

    /** How many people have to approve so many recipients. */
    public int approvers(int recipients) {
        return recipients > twoApproversAbove ? 2 : 1;
    }

    private @Nullable String whyNot(Campaign campaign, CampaignApproval approval, long now) {
        if (campaign.status().isEnd()) {
            return "it is " + campaign.status();
        }
        if (!approval.definitionSha256().equals(campaign.sha256())) {
            return "it is for another definition: " + approval.definitionSha256();
        }
        if (approval.approved()) {
            boolean fits = approval.after() == campaign.approvedUpTo()
                    && approval.upTo() == campaign.audience() - 1
                    && approval.upTo() > approval.after()
                    && approval.digests().size() == partitions;
            if (!fits) {
                return "recipients were loaded or approved meanwhile; look at them, and approve again";
            }
            if (campaign.approvals().size() >= MOST_APPROVALS) {
                return "it has " + MOST_APPROVALS + " approvals already; use another campaign for more recipients";
            }
            if (approval.count() <= 0) {
                return "it has no recipients";
            }
            if (now >= approval.expires()) {
                return "it has expired";
            }
        }
        return approvals.refusal(campaign, approval);
    }

    private static Change requested(Campaign campaign, Requested requested, long now) {
        CampaignStatus status = campaign.status();
        CampaignStatus next = switch (requested.action()) {
            case START -> status == CampaignStatus.APPROVED ? CampaignStatus.RUNNING : null;
            case PAUSE -> status == CampaignStatus.RUNNING ? CampaignStatus.PAUSED : null;
            case RESUME -> status == CampaignStatus.PAUSED ? CampaignStatus.RUNNING : null;
            case CANCEL -> status.isEnd() ? null : CampaignStatus.CANCELLED;
        };
        String action = requested.action().name().toLowerCase(Locale.ROOT);
        if (next == null) {
            return refused(campaign, action, requested.by(), "it is " + status + hint(status, requested.action()), now);
        }
        return changed(campaign.to(next, now), done(requested.action()), requested.by(), requested.reason(), now);
    }

    private static String hint(CampaignStatus status, Action action) {
        return action == Action.START && status == CampaignStatus.DRAFT ? ", and must be approved first" : "";
    }

    private static String done(Action action) {
        return switch (action) {
            case START -> "started";
            case PAUSE -> "paused";
            case RESUME -> "resumed";
            case CANCEL -> "cancelled";
        };
    }

    /** Counts come often: only what they lead to is kept in the history. */
    private Change counted(Campaign campaign, Counted counted, long now) {
        Campaign next = campaign.with(counted);
        String trouble = counted.trouble();
        boolean current = counted.revision() == campaign.revision();
        String reason = trouble != null && current ? trouble : tooManyRefusals(next);
        if (reason != null && campaign.status() == CampaignStatus.RUNNING) {
            return changed(next.to(CampaignStatus.PAUSED, now), "paused", LEDGER, reason, now);
        }
        if (current
                && counted.approvedUpTo() < campaign.approvedUpTo()
                && !campaign.status().isEnd()) {
            return revoked(next, counted, now);
        }
        boolean finished = campaign.status() == CampaignStatus.RUNNING
                && next.isKnownTo(partitions)
                && next.partitions().values().stream()
                        .allMatch(one -> one.waiting() == 0 && one.approvedUpTo() == campaign.approvedUpTo());
        return finished
                ? changed(next.to(CampaignStatus.DONE, now), "done", LEDGER, "nothing is left to send", now)
                : new Change(next, false, null);
    }

    private static @Nullable String tooManyRefusals(Campaign campaign) {
        Campaign.Tally all = campaign.tally();
        int tried = all.tried() - campaign.before().tried();
        int refused = all.refused() - campaign.before().refused();
        double most = campaign.definition().pacing().pauseAbove();
        return tried < FEWEST_TRIED || refused <= most * tried
                ? null
                : refused + " of " + tried + " were refused, more than pause-above (" + most + ")";
    }

    /** A partition has other deliveries than those that were approved, for instance because one was cancelled meanwhile. */
    private static Change revoked(Campaign campaign, Counted counted, long now) {
        List<CampaignApproval> left = campaign.approvals().stream()
                .filter(approval -> approval.upTo() <= counted.approvedUpTo())
                .toList();
        Campaign revoked = campaign.with(left, List.of());
        String detail =
                "partition " + counted.partition() + " has other recipients than the approved ones; approve again";
        return changed(
                left.isEmpty() ? revoked.to(CampaignStatus.DRAFT, now) : revoked,
                "approval revoked",
                LEDGER,
                detail,
                now);
    }

    private static Change changed(Campaign campaign, String what, String by, String detail, long now) {
        return new Change(campaign.noting(entry(what, by, detail, now)), true, null);
    }

    private static Change refused(Campaign campaign, String action, String by, String why, long now) {
        return new Change(campaign.noting(entry(action + " refused", by, why, now)), false, why);
    }

    private static Entry entry(String what, String by, String detail, long now) {
        String kept = detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL) + "…";
        return new Entry(now, what, by, kept, null);
    }
}
