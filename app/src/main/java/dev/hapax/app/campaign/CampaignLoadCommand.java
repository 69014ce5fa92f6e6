package dev.hapax.app.campaign;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.WorkFolder;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignLoad;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.campaign.RecipientFile;
import dev.hapax.operations.delivery.StagingRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code hapax campaign load}. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = {
            "Load recipients from CSV or JSON lines: 'address', 'id' if you have one, and the values of the templates.",
            "A file with an error is not loaded at all. Loading again changes nothing, and resumes what was broken off."
        })
final class CampaignLoadCommand implements Callable<Integer> {

    @Mixin
    private final ChosenCampaign chosen = new ChosenCampaign();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Parameters(
            paramLabel = "FILE",
            index = "1",
            description = "The recipients, in UTF-8; - for standard input, which is loaded as far as it has no error.")
    private String file = "";

    @Override
    public Integer call() {
        Settings settings = chosen.connect();
        String by = StagingRequest.person("--as", actor.actor());
        KafkaClients clients = new KafkaClients(settings);
        CampaignLoad.Result result;
        try (WorkFolder folder = WorkFolder.open("load", null);
                CampaignView view = new CampaignView(clients);
                ProgressLine progress = chosen.progress()) {
            result = new CampaignLoad(clients, view, folder.path())
                    .load(chosen.id(), RecipientFile.of(file), by, progress);
        }
        OutputOption output = chosen.output();
        output.print(fields(result), lines(result));
        return result.isComplete() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private List<String> lines(CampaignLoad.Result result) {
        List<String> lines = new ArrayList<>();
        result.problems().forEach(problem -> lines.add(problem.toString()));
        if (result.bad() > result.problems().size()) {
            lines.add(String.format(
                    "… and %,d more", result.bad() - result.problems().size()));
        }
        if (result.bad() > 0 && result.written() == 0) {
            lines.add("Nothing was loaded. Correct " + (result.bad() == 1 ? "this" : "these") + " and load it again.");
            return lines;
        }
        if (result.bad() > 0) {
            lines.add(
                    "Nothing after that was loaded. Correct it and load all of it again: recipients that are loaded do"
                            + " not change.");
        }
        result.refusals().forEach(refusal -> lines.add(refusal.subscriber() + ": refused: " + refusal.why()));
        if (result.refused() > result.refusals().size()) {
            lines.add(String.format(
                    "… and %,d more", result.refused() - result.refusals().size()));
        }
        lines.add(
                result.staged()
                        ? String.format(
                                "%,d recipients are loaded: %,d are new, %,d were there already, %,d are refused.",
                                result.written(), result.added(), result.known(), result.refused())
                        : String.format(
                                "%,d recipients are written, and no instance has read all of them. They are read as soon"
                                        + " as one runs; 'hapax campaign status %s' counts them.",
                                result.written(), chosen.id()));
        return lines;
    }

    private Map<String, @Nullable Object> fields(CampaignLoad.Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", chosen.id());
        fields.put("loaded", result.written());
        fields.put("staged", result.staged());
        fields.put("new", result.staged() ? result.added() : null);
        fields.put("known", result.staged() ? result.known() : null);
        fields.put("refused", result.refused());
        fields.put(
                "refusals",
                result.refusals().stream()
                        .map(refusal -> Map.of("subscriber", refusal.subscriber(), "why", refusal.why()))
                        .toList());
        fields.put("bad", result.bad());
        fields.put("problems", ProblemFields.of(result.problems()));
        return fields;
    }
}
