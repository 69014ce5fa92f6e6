package dev.hapax.app.campaign;

import dev.hapax.app.Columns;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.config.Settings;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.masking.Masking;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignFields;
import dev.hapax.operations.campaign.CampaignFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Campaigns as tables, pages and lines. */
final class CampaignText {

    private static final int WIDTH = 30;
    private static final int LAST_ENTRIES = 10;
    private static final int MOST_REFUSALS = 5;

    private CampaignText() {}

    static List<String> table(List<Campaign> campaigns, Terminal terminal) {
        Columns columns = Columns.headed(
                        terminal, "campaign", "status", "recipients", "sent", "left", "since", "subject")
                .shortening("subject");
        campaigns.forEach(campaign -> columns.row(
                campaign.id(),
                new Columns.Cell(campaign.status().name(), colour(campaign.status())),
                recipients(campaign),
                (long) campaign.states().getOrDefault(DeliveryState.SENT, 0),
                waiting(campaign),
                time(campaign.since()),
                campaign.definition().subject()));
        return columns.lines();
    }

    private static Colour colour(CampaignStatus status) {
        return switch (status) {
            case DONE -> Colour.GOOD;
            case PAUSED -> Colour.ATTENTION;
            case CANCELLED -> Colour.BAD;
            default -> Colour.PLAIN;
        };
    }

    static long recipients(Campaign campaign) {
        return campaign.states().values().stream().mapToLong(Integer::longValue).sum();
    }

    /** How many may still be sent. */
    static long waiting(Campaign campaign) {
        return campaign.partitions().values().stream()
                .mapToLong(Counted::waiting)
                .sum();
    }

    static List<String> page(Campaign campaign, CampaignFigures figures, long now, Terminal terminal) {
        Columns facts = new Columns(terminal)
                .row("campaign", campaign.id())
                .row("status", new Columns.Cell(status(campaign), colour(campaign.status())))
                .row("progress", progress(campaign, figures, now));
        facts.row("channel", campaign.definition().channel())
                .row("subject", campaign.definition().subject())
                .row("sha-256", campaign.sha256());
        if (!campaign.approvals().isEmpty()) {
            facts.row(
                    "approved by",
                    campaign.approvals().stream()
                            .map(approval -> approval.by() + " (" + approval.count() + ")")
                            .collect(Collectors.joining(", ")));
        }
        if (!campaign.pending().isEmpty()) {
            facts.row(
                    "waits for",
                    "another approver than " + campaign.pending().get(0).by());
        }
        String next = next(campaign);
        if (next != null) {
            facts.row("next", "hapax campaign " + next);
        }
        List<String> lines = new ArrayList<>(facts.lines());
        lines.add("");
        lines.addAll(states(campaign, terminal));
        lines.addAll(refusals(figures, terminal));
        lines.add("");
        Columns history =
                Columns.headed(terminal, "time", "what", "by", "detail").shortening("detail");
        List<Campaign.Entry> entries = campaign.history();
        entries.subList(Math.max(0, entries.size() - LAST_ENTRIES), entries.size())
                .forEach(entry -> history.row(time(entry.time()), entry.what(), entry.by(), entry.detail()));
        lines.addAll(history.lines());
        return lines;
    }

    /** With the reason where it does not go on by itself. */
    private static String status(Campaign campaign) {
        if (campaign.status() != CampaignStatus.PAUSED) {
            return campaign.status().name();
        }
        String why = campaign.history().stream()
                .filter(entry -> entry.what().equals("paused"))
                .reduce((first, second) -> second)
                .map(entry -> entry.by() + ": " + entry.detail())
                .orElse("");
        return "PAUSED (" + why + ")";
    }

    /** The command with which it goes on; null if it needs none. */
    private static @Nullable String next(Campaign campaign) {
        String id = campaign.id();
        return switch (campaign.status()) {
            case DRAFT -> recipients(campaign) == 0 ? "load " + id + " FILE" : "approve " + id;
            case APPROVED -> "start " + id;
            case PAUSED -> "resume " + id;
            case RUNNING, DONE, CANCELLED -> null;
        };
    }

    /** The counts of all states, which add up to the recipients. */
    private static List<String> states(Campaign campaign, Terminal terminal) {
        Columns columns = Columns.headed(terminal, "state", "recipients");
        campaign.states().forEach((state, count) -> {
            if (count > 0) {
                columns.row(state.name(), (long) count);
            }
        });
        columns.row("together", recipients(campaign));
        return columns.lines();
    }

    private static List<String> refusals(CampaignFigures figures, Terminal terminal) {
        List<String> lines = new ArrayList<>();
        if (figures.refusals() > 0) {
            lines.add("");
            Columns columns = Columns.headed(terminal, "refused by", "recipients");
            figures.codes().stream().limit(MOST_REFUSALS).forEach(code -> columns.row(name(code), (long) code.count()));
            figures.domains().stream()
                    .limit(MOST_REFUSALS)
                    .forEach(domain -> columns.row(name(domain), (long) domain.count()));
            lines.addAll(columns.lines());
        }
        return lines;
    }

    private static String name(CampaignFigures.Refused refused) {
        String name = refused.name();
        return name == null ? "(others)" : name;
    }

    /** A bar with rate and time left, on one line. */
    static String progress(Campaign campaign, CampaignFigures figures, long now) {
        long total = recipients(campaign);
        long done = total - waiting(campaign);
        int filled = total == 0 ? 0 : (int) (done * WIDTH / total);
        StringBuilder text = new StringBuilder();
        text.append('[')
                .append("#".repeat(filled))
                .append(".".repeat(WIDTH - filled))
                .append("] ");
        text.append(total == 0 ? 0 : done * 100 / total).append(" %  ");
        text.append(String.format("%,d of %,d", done, total));
        if (campaign.status() == CampaignStatus.RUNNING) {
            text.append(String.format("  %,.1f/s", figures.sentPerMinute(campaign.since(), now) / 60));
            Long left = figures.secondsFor((int) waiting(campaign), campaign.since(), now);
            text.append(left == null ? "" : "  " + time(Duration.ofSeconds(left)) + " left");
        }
        return text.toString();
    }

    private static String time(Duration left) {
        long seconds = left.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3_600 ? seconds / 60 + " min" : seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
    }

    static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /** Prints what became of a request. */
    static int print(String id, CampaignAnswer answer, Settings settings, OutputOption output) {
        Map<String, @Nullable Object> fields = fields(id, answer.campaign(), settings);
        fields.put("decided", answer.decided());
        fields.put("refused", answer.refused());
        output.print(fields, id + ": " + line(answer));
        return answer.decided() && answer.refused() == null ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    static Map<String, @Nullable Object> fields(String id, @Nullable Campaign campaign, Settings settings) {
        return campaign == null
                ? new LinkedHashMap<>(Map.of("id", id))
                : new CampaignFields(new Masking(settings)).summary(campaign);
    }

    private static String line(CampaignAnswer answer) {
        Campaign campaign = answer.campaign();
        String status = campaign == null ? "unknown" : campaign.status().name();
        Campaign.Entry entry = answer.entry();
        if (entry == null) {
            return status + " (written, and no instance has read it within " + ChosenCampaign.PATIENCE.toSeconds()
                    + " s; it is read as soon as an instance runs)";
        }
        if (answer.refused() != null) {
            return status + " (refused: " + answer.refused() + ")";
        }
        return status + " (" + entry.what() + (entry.detail().isEmpty() ? "" : ": " + entry.detail()) + ")";
    }
}
