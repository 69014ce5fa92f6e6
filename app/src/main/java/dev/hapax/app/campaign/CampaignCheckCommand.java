package dev.hapax.app.campaign;

import dev.hapax.app.Columns;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.app.WorkFolder;
import dev.hapax.campaign.Campaign;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignCheck;
import dev.hapax.operations.campaign.CampaignFindings;
import dev.hapax.operations.campaign.CampaignFindings.Finding;
import dev.hapax.operations.campaign.CampaignFindings.Weight;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.campaign.RecipientFile;
import dev.hapax.operations.delivery.LedgerView;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code hapax campaign check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Check a campaign: addresses, duplicates, opt-outs, values, size of the mails, schedule.",
            "Reports everything at once. Exit code 1 if recipients would not get what they should."
        })
final class CampaignCheckCommand implements Callable<Integer> {

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Parameters(
            paramLabel = "FILE",
            index = "1",
            arity = "0..1",
            description = "Check these recipients, loaded or not (default: those that are loaded).")
    private @Nullable String file;

    @Override
    public Integer call() {
        Settings settings = chosen.connect();
        KafkaClients clients = new KafkaClients(settings);
        CampaignFindings findings;
        try (CampaignView view = new CampaignView(clients);
                ProgressLine progress = chosen.progress()) {
            Campaign campaign = view.get(chosen.id());
            findings = findings(clients, campaign, progress);
        }
        chosen.output().print(fields(findings), lines(findings));
        return findings.hasErrors() ? ExitCodes.FAILED : ExitCodes.DONE;
    }

    private CampaignFindings findings(KafkaClients clients, Campaign campaign, ProgressLine progress) {
        CampaignCheck check = new CampaignCheck(clients, Clock.systemUTC());
        String name = file;
        if (name == null) {
            try (LedgerView ledger = LedgerView.ofCampaign(clients, campaign.id(), LedgerView.Listener.NONE)) {
                return check.loaded(campaign, ledger, progress);
            }
        }
        try (WorkFolder folder = WorkFolder.open("check", null)) {
            return check.file(campaign, RecipientFile.of(name), folder.path(), progress);
        }
    }

    private List<String> lines(CampaignFindings findings) {
        List<String> lines = new ArrayList<>();
        findings.problems().forEach(problem -> lines.add(problem.toString()));
        Columns columns = new Columns(chosen.output().terminal())
                .row("campaign", findings.campaign().id())
                .row("status", findings.campaign().status().name())
                .row("recipients", String.format("%,d (%s)", findings.recipients(), findings.source()));
        if (findings.largestSize() > 0) {
            columns.row(
                    "size of a mail",
                    String.format(
                            "%,d bytes (median), %,d bytes (largest)", findings.medianSize(), findings.largestSize()));
        }
        lines.addAll(columns.lines());
        for (Finding finding : findings.findings()) {
            String weight = finding.weight().name().toLowerCase(Locale.ROOT);
            lines.add(chosen.output().terminal().paint(colour(finding.weight()), weight) + ": " + finding.what());
        }
        if (findings.findings().isEmpty()) {
            lines.add("Nothing is wrong.");
        }
        return lines;
    }

    private static Colour colour(Weight weight) {
        return switch (weight) {
            case ERROR -> Colour.BAD;
            case WARNING -> Colour.ATTENTION;
            case NOTE -> Colour.PLAIN;
        };
    }

    private static Map<String, @Nullable Object> fields(CampaignFindings findings) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", findings.campaign().id());
        fields.put("status", findings.campaign().status().name());
        fields.put("source", findings.source());
        fields.put("recipients", findings.recipients());
        fields.put("medianSize", findings.medianSize());
        fields.put("largestSize", findings.largestSize());
        fields.put(
                "findings",
                findings.findings().stream().map(CampaignCheckCommand::fields).toList());
        fields.put("problems", ProblemFields.of(findings.problems()));
        return fields;
    }

    private static Map<String, Object> fields(Finding finding) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("weight", finding.weight().name());
        fields.put("kind", finding.kind());
        fields.put("count", finding.count());
        fields.put("what", finding.what());
        return fields;
    }
}
