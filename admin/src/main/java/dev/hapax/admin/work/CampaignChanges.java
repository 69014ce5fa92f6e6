package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.ProblemException;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignFields;
import dev.hapax.operations.campaign.CampaignFile;
import dev.hapax.operations.campaign.CampaignRequest;
import dev.hapax.operations.campaign.CampaignReview;
import dev.hapax.operations.campaign.CampaignReview.Decision;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.StagingRequest;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes what people want of campaigns, signed where it is an approval, and answers with the ledger's decision. */
final class CampaignChanges {

    private static final Duration WAIT = Duration.ofSeconds(15);
    /** For each of the four decisions that an approval needs, so that it ends within a minute. */
    private static final Duration WAIT_OF_APPROVAL = Duration.ofSeconds(12);

    private static final Duration QUEUE = Duration.ofSeconds(3);
    private static final int PLACES = 8;
    private static final String CREATED = "created";
    /** Entries of the history that change the status. */
    private static final Set<String> CHANGES = Set.of(
            CREATED, "approved", "approval revoked", "rejected", "started", "paused", "resumed", "done", "cancelled");

    private final Clock clock;
    private final ReaderPool room;
    private final DeliveryLedger ledger;
    private final CampaignPages pages;
    private final CampaignFields fields;
    private final Semaphore places = new Semaphore(PLACES, true);
    /** An approval reads and sorts all recipients. */
    private final ReentrantLock approving = new ReentrantLock();

    private @Nullable SigningKey key;

    CampaignChanges(
            AdminContext context, ReaderPool room, DeliveryLedger ledger, CampaignPages pages, CampaignFields fields) {
        this.clock = context.clock();
        this.room = room;
        this.ledger = ledger;
        this.pages = pages;
        this.fields = fields;
    }

    void create(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, CampaignRequest.FIELDS.toArray(String[]::new));
        // Without deliveries, says so.
        ledger.campaigns();
        StagingRequest.person("Hapax-Actor", line.actor());
        CampaignFile.Defined defined =
                CampaignRequest.read(body, ledger.clients().settings(), clock.instant());
        line.with("campaign", defined.id());
        CampaignAnswer answer =
                waiting(request, () -> actions().create(defined.id(), defined.definition(), line.actor(), WAIT));
        Campaign.Entry entry = answer.entry();
        boolean isNew = entry != null && entry.what().equals(CREATED);
        if (entry != null && answer.refused() == null && !isNew) {
            line.ended(AuditLine.Result.ALREADY);
        }
        answer(
                request,
                line,
                new Asked("create", defined.id()),
                answer,
                new CommandLine("campaign create").about("CAMPAIGN.yaml").by(line.actor()),
                isNew ? 201 : 200);
    }

    void request(Context request, AuditLine line, Action action, @Nullable String reason) {
        line.with("reason", reason);
        String id = CampaignsPart.id(request);
        require(request, id);
        CampaignAnswer answer = waiting(request, () -> actions().request(id, action, line.actor(), reason, WAIT));
        Asked asked = new Asked(action.name().toLowerCase(Locale.ROOT), id);
        answer(request, line, asked, answer, asked.command(reason, line.actor()), 200);
    }

    void approve(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "sha256", "recipients", "reason");
        String reason = Requests.text(body, "reason");
        String sha256 = Requests.required(
                body,
                "sha256",
                "is required: that of the definition you approve, as GET /api/campaigns/{campaign} shows it.");
        int recipients = recipients(body);
        line.with("reason", reason).with("sha256", sha256).with("recipients", recipients);
        String id = CampaignsPart.id(request);
        require(request, id);
        if (!approving.tryLock()) {
            throw ErrorResponses.later(request, "This instance approves another campaign. Try again.");
        }
        CampaignAnswer answer;
        try {
            // While others read, as far as that is possible.
            room.read(request, progress -> {
                ledger.view().catchUp(progress);
                return true;
            });
            answer = review().approve(
                            new Decision(id, line.actor(), reason, sha256, recipients),
                            key(),
                            WAIT_OF_APPROVAL,
                            Progress.UNSEEN);
        } finally {
            approving.unlock();
        }
        Asked asked = new Asked("approve", id);
        answer(request, line, asked, answer, asked.command(reason, line.actor()), 200);
    }

    void reject(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "sha256", "reason");
        String reason = Requests.required(body, "reason", "is required. It is recorded in the history.");
        String sha256 = Requests.text(body, "sha256");
        line.with("reason", reason).with("sha256", sha256);
        String id = CampaignsPart.id(request);
        require(request, id);
        CampaignAnswer answer = waiting(
                request, () -> review().reject(new Decision(id, line.actor(), reason, sha256, null), key(), WAIT));
        Asked asked = new Asked("reject", id);
        answer(request, line, asked, answer, asked.command(reason, line.actor()), 200);
    }

    private static int recipients(JsonNode body) {
        JsonNode node = body.path("recipients");
        if (node.isMissingNode() || node.isNull()) {
            throw Requests.wrong("recipients: is required: unapproved, as GET /api/campaigns/{campaign} shows it.");
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 0) {
            throw Requests.wrong("recipients: must be a whole number, such as 50000.");
        }
        return node.intValue();
    }

    /** Also says so where there are no deliveries at all. */
    private void require(Context request, String id) {
        room.read(request, progress -> {
            ledger.campaigns().catchUp(progress);
            return pages.known(id);
        });
    }

    private CampaignActions actions() {
        return new CampaignActions(ledger.clients(), ledger.campaigns());
    }

    private CampaignReview review() {
        return new CampaignReview(ledger.clients(), ledger.campaigns(), ledger.view(), clock);
    }

    private synchronized SigningKey key() {
        if (key == null) {
            key = LedgerActions.signingKey(ledger.settings());
        }
        return key;
    }

    /** A few requests wait for decisions at a time. */
    private CampaignAnswer waiting(Context request, Supplier<CampaignAnswer> decision) {
        boolean ours = false;
        try {
            ours = places.tryAcquire(QUEUE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ours) {
            throw ErrorResponses.later(request, "This instance waits for " + PLACES + " other decisions. Try again.");
        }
        try {
            return decision.get();
        } finally {
            places.release();
        }
    }

    /** What somebody wants of which campaign. */
    private record Asked(String verb, String id) {

        /** Those that a command line only counts without it. */
        private static final Set<String> WITH_YES = Set.of("approve", "reject", "start", "cancel");

        CommandLine command(@Nullable String reason, String actor) {
            return new CommandLine("campaign " + verb)
                    .about(id)
                    .with("--reason", reason)
                    .with("--yes", WITH_YES.contains(verb))
                    .by(actor);
        }
    }

    /** Without what only its deliveries say: reading the ledger must not delay anyone who pauses. */
    private void answer(
            Context request, AuditLine line, Asked asked, CampaignAnswer answer, CommandLine command, int status) {
        String id = asked.id();
        Campaign campaign = answer.campaign();
        if (answer.refused() != null) {
            throw new ProblemException(
                    409,
                    "Conflict",
                    "The ledger refused to " + asked.verb() + " campaign " + id + ": " + answer.refused()
                            + lastChange(campaign) + ". GET /api/campaigns/" + id + " has its history.");
        }
        line.ended(answer.decided() ? AuditLine.Result.DONE : AuditLine.Result.WAITING);
        Map<String, @Nullable Object> shown =
                campaign == null ? new LinkedHashMap<>(Map.of("id", id)) : fields.summary(campaign);
        shown.put("decided", answer.decided());
        shown.put("command", command.toString());
        request.status(answer.decided() ? status : 202).json(shown);
    }

    /** Who made it what it is: of two who want the same at once, one learns that the other was first. */
    private static String lastChange(@Nullable Campaign campaign) {
        List<Campaign.Entry> changes = campaign == null
                ? List.of()
                : campaign.history().stream()
                        .filter(entry -> CHANGES.contains(entry.what()))
                        .toList();
        if (changes.isEmpty()) {
            return "";
        }
        Campaign.Entry last = changes.get(changes.size() - 1);
        return " (" + last.what() + " by " + last.by() + " at " + Instant.ofEpochMilli(last.time()) + ")";
    }
}
