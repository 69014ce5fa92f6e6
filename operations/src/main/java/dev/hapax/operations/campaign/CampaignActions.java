package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.UnknownException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes what people want of campaigns, and waits for the ledger's decisions. Any thread may use it. */
public final class CampaignActions {

    private static final int LONGEST_REASON = 1_000;

    private final KafkaClients clients;
    private final CampaignView view;

    /** @param view closed by its owner */
    public CampaignActions(KafkaClients clients, CampaignView view) {
        this.clients = clients;
        this.view = view;
    }

    /** Creates a campaign. Creating it again with the same definition changes nothing; with another one it is refused. */
    public CampaignAnswer create(String id, CampaignDefinition definition, String by, Duration wait) {
        return send(id, new CampaignEvent.Created(definition, by), wait);
    }

    /**
     * Starts, pauses, resumes or cancels a campaign.
     *
     * @throws UnknownException when there is none of that id
     */
    public CampaignAnswer request(
            String id, CampaignEvent.Action action, String by, @Nullable String reason, Duration wait) {
        view.get(id);
        return send(id, new CampaignEvent.Requested(action, by, reason(reason)), wait);
    }

    static String reason(@Nullable String reason) {
        String text = reason == null ? "" : reason.strip();
        if (text.length() > LONGEST_REASON) {
            throw new IllegalArgumentException(
                    "reason: has " + text.length() + " characters; must have at most " + LONGEST_REASON);
        }
        return text;
    }

    CampaignAnswer send(String id, CampaignEvent event, Duration wait) {
        String request;
        try (CampaignWriter writer = new CampaignWriter(clients)) {
            request = writer.event(id, event);
            writer.flush();
        }
        CampaignAnswer answer = new Polling(wait).until(() -> answer(id, request));
        return answer == null ? new CampaignAnswer(view.known(id), null) : answer;
    }

    private @Nullable CampaignAnswer answer(String id, String request) {
        view.catchUp(Progress.UNSEEN);
        Campaign now = view.known(id);
        Campaign.Entry entry = now == null ? null : now.answer(request);
        return entry == null ? null : new CampaignAnswer(now, entry);
    }
}
