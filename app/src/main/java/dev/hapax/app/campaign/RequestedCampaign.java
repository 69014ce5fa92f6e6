package dev.hapax.app.campaign;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A campaign that someone starts, pauses, resumes or cancels. */
final class RequestedCampaign {

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Mixin
    private final ActorOption actor = new ActorOption();

    /** Writes what this person wants, and prints what the ledger makes of it. */
    int request(Action action, @Nullable String reason, boolean apply) {
        Settings settings = chosen.connect();
        KafkaClients clients = new KafkaClients(settings);
        try (CampaignView view = new CampaignView(clients)) {
            if (!apply) {
                return count(action, view.get(chosen.id()));
            }
            CampaignAnswer answer = new CampaignActions(clients, view)
                    .request(chosen.id(), action, actor.actor(), reason, ChosenCampaign.PATIENCE);
            return CampaignText.print(chosen.id(), answer, settings, chosen.output());
        }
    }

    private int count(Action action, Campaign campaign) {
        if (action == Action.START && campaign.status() == CampaignStatus.DRAFT) {
            throw new OperationException("campaign " + campaign.id()
                    + " is DRAFT, and must be approved first: hapax campaign approve " + campaign.id());
        }
        String verb = action.name().toLowerCase(Locale.ROOT);
        long waiting = CampaignText.waiting(campaign);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", campaign.id());
        fields.put("status", campaign.status().name());
        fields.put("waiting", waiting);
        fields.put("done", false);
        chosen.output()
                .print(
                        fields,
                        String.format(
                                "Dry run: campaign %s is %s, and %,d recipients wait for their mail. Add --yes to %s it.",
                                campaign.id(), campaign.status(), waiting, verb));
        return ExitCodes.DONE;
    }
}
