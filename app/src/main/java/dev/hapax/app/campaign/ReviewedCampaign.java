package dev.hapax.app.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.app.ActorOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.delivery.ApiClient;
import dev.hapax.app.delivery.ApiOption;
import dev.hapax.campaign.Campaign;
import dev.hapax.config.Settings;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignAudience;
import dev.hapax.operations.campaign.CampaignReview;
import dev.hapax.operations.campaign.CampaignReview.Decision;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A campaign that someone approves or rejects, through the API of an instance or with the key. */
final class ReviewedCampaign {

    private static final String PATH = "/api/campaigns/";

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Mixin
    private final ApiOption api = new ApiOption();

    @Option(names = "--yes", description = "Apply. Without it: only count.")
    private boolean yes;

    /** What a decision is about. */
    private record Seen(String subject, String sha256, long recipients, long duplicates) {}

    int review(boolean approve, @Nullable String reason) {
        return api.signsHere() ? here(approve, reason) : asked(approve, reason);
    }

    private int asked(boolean approve, @Nullable String reason) {
        ApiClient client = api.connect(chosen.settings());
        String path = PATH + ApiClient.encoded(chosen.id());
        JsonNode now = client.get(path);
        Seen seen = new Seen(
                now.path("subject").asText(),
                now.path("sha256").asText(),
                now.path("unapproved").asLong(),
                now.path("duplicates").asLong());
        if (!yes) {
            return count(approve, seen);
        }
        ObjectNode body = ApiClient.object().put("sha256", seen.sha256());
        if (approve) {
            body.put("recipients", seen.recipients());
        }
        if (reason != null) {
            body.put("reason", reason);
        }
        JsonNode after = client.post(path + (approve ? "/approve" : "/reject"), body);
        boolean decided = after.path("decided").asBoolean();
        if (chosen.output().json()) {
            chosen.output().out().println(after);
        } else {
            String detail = after.path("lastDetail").asText("");
            chosen.output()
                    .out()
                    .println(chosen.id() + ": " + after.path("status").asText()
                            + (decided
                                    ? " (" + after.path("lastWhat").asText() + (detail.isEmpty() ? "" : ": " + detail)
                                            + ")"
                                    : " (written; no instance has read it yet)"));
        }
        chosen.output().out().flush();
        return decided ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private int here(boolean approve, @Nullable String reason) {
        Settings settings = chosen.connect();
        KafkaClients clients = new KafkaClients(settings);
        try (CampaignView campaigns = new CampaignView(clients);
                LedgerView ledger = LedgerView.ofCampaign(clients, chosen.id(), LedgerView.Listener.NONE);
                ProgressLine progress = chosen.progress()) {
            CampaignReview review = new CampaignReview(clients, campaigns, ledger, Clock.systemUTC());
            CampaignAudience waiting = review.waiting(chosen.id(), progress);
            Campaign campaign = campaigns.get(chosen.id());
            int recipients = waiting.recipients().size();
            if (!yes) {
                return count(
                        approve,
                        new Seen(
                                campaign.definition().subject(),
                                campaign.sha256(),
                                recipients,
                                waiting.duplicates().size()));
            }
            SigningKey key = LedgerActions.signingKey(settings.delivery());
            Decision decision =
                    new Decision(chosen.id(), actor.actor(), reason, campaign.sha256(), approve ? recipients : null);
            CampaignAnswer answer = approve
                    ? review.approve(decision, key, ChosenCampaign.PATIENCE, progress)
                    : review.reject(decision, key, ChosenCampaign.PATIENCE);
            return CampaignText.print(chosen.id(), answer, settings, chosen.output());
        }
    }

    private int count(boolean approve, Seen seen) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", chosen.id());
        fields.put("sha256", seen.sha256());
        fields.put("recipients", seen.recipients());
        fields.put("duplicates", seen.duplicates());
        fields.put("done", false);
        String counts = String.format("%,d recipients", seen.recipients())
                + (seen.duplicates() == 0
                        ? ""
                        : String.format(
                                " (and %,d with the address of another one, who get no mail)", seen.duplicates()));
        chosen.output()
                .print(
                        fields,
                        "Dry run: campaign " + chosen.id() + " (" + seen.subject() + ") has " + counts
                                + " to approve. Add --yes to " + (approve ? "approve" : "reject") + " it.");
        return ExitCodes.DONE;
    }
}
