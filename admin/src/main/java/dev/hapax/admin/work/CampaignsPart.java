package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.Query;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.AdminUser.Role;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.masking.Masking;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.campaign.CampaignFields;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /api/campaigns}: what is sent to many, how far it is, and what people decide. */
final class CampaignsPart implements ApiPart {

    private static final String ALL = "/api/campaigns";
    private static final String ONE = ALL + "/{campaign}";
    private static final List<String> LIST_QUERY = List.of("status", "q", "limit", "after");

    private final ReaderPool room;
    private final DeliveryLedger ledger;
    private final DeliveryMessages messages;
    private final CampaignFields fields;
    private final CampaignPages pages;
    private final CampaignChanges changes;
    private final AuditLog audit;

    /**
     * @param room closed by its owner
     * @param ledger closed by its owner
     */
    CampaignsPart(
            AdminContext context, ReaderPool room, DeliveryLedger ledger, DeliveryMessages messages, Masking masking) {
        this.room = room;
        this.ledger = ledger;
        this.messages = messages;
        this.fields = new CampaignFields(masking);
        this.pages = new CampaignPages(context, ledger, fields);
        this.changes = new CampaignChanges(context, room, ledger, pages, fields);
        this.audit = new AuditLog(context);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get(ALL, ErrorResponses.of(this::list));
        routes.get(ONE, Query.none(ErrorResponses.of(this::show)));
        routes.get(ONE + "/preview", ErrorResponses.of(this::preview));
        routes.post(ALL, audit.of("campaign create", changes::create));
        routes.post(ONE + "/approve", audit.of("campaign approve", Role.APPROVER, changes::approve));
        routes.post(ONE + "/reject", audit.of("campaign reject", Role.APPROVER, changes::reject));
        routes.post(
                ONE + "/start", audit.of("campaign start", (request, line) -> optional(request, line, Action.START)));
        routes.post(
                ONE + "/pause", audit.of("campaign pause", (request, line) -> required(request, line, Action.PAUSE)));
        routes.post(
                ONE + "/resume",
                audit.of("campaign resume", (request, line) -> optional(request, line, Action.RESUME)));
        routes.post(
                ONE + "/cancel",
                audit.of("campaign cancel", (request, line) -> required(request, line, Action.CANCEL)));
    }

    private void list(Context request) {
        Query.only(request, LIST_QUERY);
        int limit = Query.limit(request);
        Set<CampaignStatus> statuses = CampaignPage.statuses(Requests.list(request, "status"));
        String text = Requests.text(request, "q");
        String after = Requests.text(request, "after");
        List<Campaign> all = room.read(request, progress -> {
            ledger.campaigns().catchUp(progress);
            return ledger.campaigns().all();
        });
        CampaignPage page = CampaignPage.of(all, statuses, campaign -> matches(campaign, text), limit, after);
        Map<String, Integer> counts = new LinkedHashMap<>();
        page.statuses().forEach((status, count) -> counts.put(status.name(), count));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("items", page.items().stream().map(fields::summary).toList());
        answer.put("next", page.next());
        answer.put("total", page.total());
        answer.put("statuses", counts);
        request.json(answer);
    }

    /** By what is shown: a masked subject can't be guessed by searching. */
    private boolean matches(Campaign campaign, @Nullable String text) {
        return text == null
                || contains(campaign.id(), text)
                || contains(String.valueOf(fields.summary(campaign).get("subject")), text);
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private void show(Context request) {
        String id = id(request);
        request.json(room.read(request, progress -> {
            ledger.campaigns().catchUp(progress);
            Campaign campaign = pages.known(id);
            ledger.view().catchUp(progress);
            return pages.all(campaign);
        }));
    }

    private void preview(Context request) {
        Query.only(request, List.of("recipient"));
        String id = id(request);
        String subscriber = Requests.text(request, "recipient");
        Delivery delivery = room.read(request, progress -> {
            ledger.campaigns().catchUp(progress);
            Campaign campaign = pages.known(id);
            ledger.view().catchUp(progress);
            return subscriber == null ? first(campaign) : recipient(campaign, subscriber);
        });
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("recipient", Recipient.subscriber(id, delivery.id()));
        answer.put("delivery", delivery.id());
        answer.put("target", delivery.draft().target());
        answer.putAll(messages.message(request, delivery.id(), false));
        request.json(answer);
    }

    private Delivery first(Campaign campaign) {
        return ledger.view().ofCampaign(campaign.id()).stream()
                .min(Comparator.comparing(Delivery::id))
                .orElseThrow(() -> new UnknownException(
                        "Campaign " + campaign.id() + " has no recipients yet. Load them with 'hapax campaign load'."));
    }

    private Delivery recipient(Campaign campaign, String subscriber) {
        Delivery found = ledger.view().find(Recipient.deliveryIds(campaign.id()) + subscriber);
        InCampaign in = found == null ? null : found.draft().campaign();
        // Anyone may write a campaign whose id begins with that of another one and a colon.
        if (found == null || in == null || !in.id().equals(campaign.id())) {
            throw new UnknownException("Campaign " + campaign.id() + " has no recipient " + subscriber
                    + ". GET /api/deliveries?campaign=" + campaign.id() + " lists all of them.");
        }
        return found;
    }

    private void optional(Context request, AuditLine line, Action action) {
        JsonNode body = Requests.body(request, "reason");
        changes.request(request, line, action, Requests.text(body, "reason"));
    }

    private void required(Context request, AuditLine line, Action action) {
        JsonNode body = Requests.body(request, "reason");
        changes.request(
                request,
                line,
                action,
                Requests.required(body, "reason", "is required. It is recorded in the history."));
    }

    /** As the client meant it, before it was percent-encoded. */
    static String id(Context request) {
        return request.pathParam("campaign");
    }
}
