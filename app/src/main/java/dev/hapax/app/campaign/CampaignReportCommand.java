package dev.hapax.app.campaign;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.campaign.Campaign;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignReport;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.LedgerView;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax campaign report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Print a line for each recipient of a campaign: state, attempts, time and evidence.")
final class CampaignReportCommand implements Callable<Integer> {

    /** How the lines are written. */
    enum Form {
        csv,
        json
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Parameters(paramLabel = "ID", description = "The campaign.")
    private String id = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "csv",
            description = "Output format: csv, or json for an object on each line (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private Form form;

    @Override
    public Integer call() {
        Settings settings = ChosenCampaign.connect(config);
        KafkaClients clients = new KafkaClients(settings);
        PrintWriter out = spec.commandLine().getOut();
        try (CampaignView view = new CampaignView(clients);
                LedgerView ledger = LedgerView.ofCampaign(clients, id, LedgerView.Listener.NONE)) {
            Campaign campaign = view.get(id);
            try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
                ledger.catchUp(progress);
            }
            if (form == Form.csv) {
                out.println(String.join(",", CampaignReport.COLUMNS));
            }
            CampaignReport.of(campaign, ledger.ofCampaign(id))
                    .forEach(line -> out.println(form == Form.csv ? csv(line) : json(line)));
        }
        out.flush();
        return ExitCodes.DONE;
    }

    private static String csv(CampaignReport.Line line) {
        return line.values().stream().map(value -> field(String.valueOf(value))).collect(Collectors.joining(","));
    }

    private static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }

    private static String json(CampaignReport.Line line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        List<Object> values = line.values();
        for (int i = 0; i < values.size(); i++) {
            fields.put(CampaignReport.COLUMNS.get(i), values.get(i));
        }
        return OutputOption.json(fields);
    }
}
