package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignApproval;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignDefinition.QuietHours;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.masking.Masking;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Campaigns as maps of plain values, for the JSON of commands, API and feed. Without what {@code admin.mask} hides. */
public final class CampaignFields {

    private static final int LONGEST_SUBJECT = 200;

    private final Masking masking;

    public CampaignFields(Masking masking) {
        this.masking = masking;
    }

    /** An item of a list. */
    public Map<String, @Nullable Object> summary(Campaign campaign) {
        List<Campaign.Entry> history = campaign.history();
        Campaign.Entry first = history.isEmpty() ? null : history.get(0);
        Campaign.Entry last = history.isEmpty() ? null : history.get(history.size() - 1);
        Map<DeliveryState, Integer> states = campaign.states();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", campaign.id());
        fields.put("status", campaign.status().name());
        fields.put("since", time(campaign.since()));
        fields.put("startedAt", timeOrNull(campaign.startedAt()));
        fields.put("createdAt", time(campaign.definition().createdAt()));
        fields.put("createdBy", first == null ? null : first.by());
        fields.put("channel", campaign.definition().channel());
        fields.put("subject", cut(shown("subject", campaign.definition().subject())));
        fields.put("revision", campaign.revision());
        fields.put("audience", campaign.audience());
        fields.put("approvedUpTo", campaign.approvedUpTo());
        fields.put(
                "recipients",
                states.values().stream().mapToInt(Integer::intValue).sum());
        fields.put("states", names(states));
        fields.put(
                "waiting",
                campaign.partitions().values().stream()
                        .mapToInt(Counted::waiting)
                        .sum());
        fields.put("approvedBy", people(campaign.approvals()));
        fields.put("pendingBy", people(campaign.pending()));
        fields.put("lastWhat", last == null ? null : last.what());
        fields.put("lastBy", last == null ? null : last.by());
        fields.put("lastAt", last == null ? null : time(last.time()));
        fields.put("lastDetail", last == null ? null : last.detail());
        return fields;
    }

    private static Map<String, Integer> names(Map<DeliveryState, Integer> states) {
        Map<String, Integer> names = new LinkedHashMap<>();
        states.forEach((state, count) -> {
            if (count > 0) {
                names.put(state.name(), count);
            }
        });
        return names;
    }

    private static List<String> people(List<CampaignApproval> approvals) {
        return approvals.stream().map(CampaignApproval::by).distinct().toList();
    }

    /** @param now epoch milliseconds */
    public Map<String, @Nullable Object> all(Campaign campaign, CampaignFigures figures, long now) {
        Map<String, @Nullable Object> fields = summary(campaign);
        fields.put("sha256", campaign.sha256());
        fields.put("definition", definition(campaign.definition()));
        fields.put(
                "approvals",
                campaign.approvals().stream().map(CampaignFields::approval).toList());
        fields.put(
                "pending",
                campaign.pending().stream().map(CampaignFields::approval).toList());
        fields.put(
                "history",
                campaign.history().stream().map(CampaignFields::entry).toList());
        fields.putAll(progress(campaign, figures, now));
        return fields;
    }

    /** What becomes of its deliveries. */
    private static Map<String, @Nullable Object> progress(Campaign campaign, CampaignFigures figures, long now) {
        boolean running = campaign.status() == CampaignStatus.RUNNING;
        int waiting = campaign.partitions().values().stream()
                .mapToInt(Counted::waiting)
                .sum();
        Map<String, @Nullable Object> rate = new LinkedHashMap<>();
        rate.put("perMinute", running ? round(figures.sentPerMinute(campaign.since(), now)) : 0);
        rate.put("stepSeconds", CampaignFigures.STEP.toSeconds());
        rate.put("end", timeOrNull(figures.end()));
        rate.put("sent", figures.sent());
        rate.put("refused", figures.refused());
        Map<String, @Nullable Object> refusals = new LinkedHashMap<>();
        refusals.put("total", figures.refusals());
        refusals.put(
                "domains",
                figures.domains().stream().map(CampaignFields::refused).toList());
        refusals.put(
                "codes", figures.codes().stream().map(CampaignFields::refused).toList());
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("rate", rate);
        fields.put("remainingSeconds", running ? figures.secondsFor(waiting, campaign.since(), now) : null);
        fields.put("refusals", refusals);
        return fields;
    }

    private static double round(double number) {
        return Math.round(number * 10) / 10.0;
    }

    private static Map<String, @Nullable Object> refused(CampaignFigures.Refused refused) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", refused.name());
        fields.put("count", refused.count());
        return fields;
    }

    /** With the names that a request to create it has. */
    private Map<String, @Nullable Object> definition(CampaignDefinition definition) {
        String html = definition.html();
        Map<String, String> headers = new TreeMap<>();
        definition.headers().forEach((name, value) -> headers.put(name, shown(name, value)));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("channel", definition.channel());
        fields.put("from", definition.from() == null ? null : shown("from", definition.from()));
        fields.put("subject", shown("subject", definition.subject()));
        fields.put("text", shown("body", definition.text()));
        fields.put("html", html == null ? null : shown("body", html));
        fields.put("headers", headers);
        fields.put("unsubscribe", definition.unsubscribe());
        fields.put("notBefore", timeOrNull(definition.notBefore()));
        fields.put("expires", timeOrNull(definition.expires()));
        CampaignPacing pacing = definition.pacing();
        QuietHours quiet = pacing.quietHours();
        fields.put("rate", pacing.rate());
        fields.put("domainRate", pacing.domainRate());
        fields.put("dailyCap", pacing.dailyCap() == 0 ? null : pacing.dailyCap());
        fields.put("warmUp", pacing.warmUp());
        fields.put("quietHours", quiet == null ? null : quietHours(quiet));
        fields.put("pauseAbove", pacing.pauseAbove());
        fields.put("createdAt", time(definition.createdAt()));
        return fields;
    }

    private static Map<String, String> quietHours(QuietHours quiet) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("from", quiet.from());
        fields.put("to", quiet.to());
        fields.put("zone", quiet.zone());
        return fields;
    }

    private static Map<String, @Nullable Object> approval(CampaignApproval approval) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("by", approval.by());
        fields.put("time", time(approval.time()));
        fields.put("expires", time(approval.expires()));
        fields.put("reason", approval.reason());
        fields.put("after", approval.after());
        fields.put("upTo", approval.upTo());
        fields.put("count", approval.count());
        fields.put("keyId", approval.keyId());
        return fields;
    }

    private static Map<String, @Nullable Object> entry(Campaign.Entry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("time", time(entry.time()));
        fields.put("what", entry.what());
        fields.put("by", entry.by());
        fields.put("detail", entry.detail());
        return fields;
    }

    private String shown(String name, String text) {
        return masking.hides(name) ? Masking.MASKED : text;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_SUBJECT ? text : text.substring(0, LONGEST_SUBJECT) + "…";
    }

    private static @Nullable String timeOrNull(long millis) {
        return millis == 0 ? null : time(millis);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
