package dev.hapax.chaos.campaign;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.chaos.stage.RunOptions;
import dev.hapax.embedded.BrokerCluster;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.harness.Folders;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax-chaos campaign}: whether anybody gets two mails or none when everyone involved in a campaign is killed. */
@Command(
        name = "campaign",
        description = {
            "Send a campaign while workers, instances, brokers and the mail server are killed.",
            "%nThree brokers, two instances, three workers and a mail server, each a process of its own. Two processes"
                    + " load the campaign at the same time, and one of them is killed in the middle and run again. Exit"
                    + " code 0 only when the mail server accepted no mail twice, sent, stranded, suppressed, refused and"
                    + " expired recipients add up, every opt-out was honoured, and every kill took place while mails"
                    + " were being sent. At the end, what is stranded is reconciled by the mail server's log; every"
                    + " other recipient must then have exactly one mail.%n"
        })
public final class CampaignChaosCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Fewer would be sent before the next process is killed. */
    private static final int RECIPIENTS_PER_KILL = 50;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(
            names = "--recipients",
            paramLabel = "N",
            defaultValue = "50000",
            description = "How many recipients (default: ${DEFAULT-VALUE}).")
    private int recipients;

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "30",
            description = "How many processes are killed in each round (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many campaigns, one after the other (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many brokers (default: ${DEFAULT-VALUE}).")
    private int brokers;

    @Mixin
    private final RunOptions.Chance chance = new RunOptions.Chance();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where the processes and their logs are put (default: .work/chaos/campaign-SEED).")
    private @Nullable Path folder;

    @Override
    public Integer call() throws Exception {
        int fewestKills = CampaignFault.values().length;
        if (kills < fewestKills) {
            throw options.refused("--kills " + kills + ": must be at least " + fewestKills + ", one of each kind");
        }
        if (recipients < kills * RECIPIENTS_PER_KILL) {
            throw options.refused("--recipients " + recipients + ": must be at least " + kills * RECIPIENTS_PER_KILL
                    + ", " + RECIPIENTS_PER_KILL + " for each kill");
        }
        if (rounds < 1 || brokers < 1) {
            throw options.refused(
                    (rounds < 1 ? "--rounds " + rounds : "--brokers " + brokers) + ": must be at least 1");
        }
        long start = chance.seed();
        Path place = folder == null
                ? RunOptions.workFolder("chaos", "campaign-" + start)
                : folder.toAbsolutePath().normalize();
        if (folder == null) {
            Folders.delete(place);
        }
        options.err()
                .printf(
                        "Seed %d, %d rounds of %d recipients and %d kills; in %s%n",
                        start, rounds, recipients, kills, place);
        boolean held = true;
        for (int round = 0; round < rounds; round++) {
            CampaignChaos.Result result = round(start + round, place.resolve("round-" + (round + 1)));
            print(start + round, result);
            held &= result.problems().isEmpty();
        }
        return held ? 0 : 1;
    }

    private CampaignChaos.Result round(long seed, Path place) throws Exception {
        Files.createDirectories(place);
        BrokerOptions settings = BrokerOptions.defaults()
                .withProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        try (BrokerCluster cluster = BrokerCluster.start(place.resolve("broker"), brokers, settings);
                CampaignChaos chaos = new CampaignChaos(recipients, seed, cluster, place, options.journal())) {
            return chaos.run(kills);
        }
    }

    private void print(long seed, CampaignChaos.Result result) throws Exception {
        PrintWriter out = options.out();
        List<String> problems = result.problems();
        if (options.json()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("seed", seed);
            fields.put("recipients", result.recipients());
            fields.put("states", result.states());
            fields.put("kills", result.kills());
            fields.put("faults", result.faults());
            fields.put("pauses", result.pauses());
            fields.put("optedOut", result.optedOut());
            fields.put("strandedBeforeReconciling", result.strandedBeforeReconciling());
            fields.put("strandedAtMost", result.strandedAtMost());
            fields.put("acceptedTwice", result.acceptedTwice());
            fields.put("receipts", result.receipts());
            fields.put("problems", problems);
            out.println(JSON.writeValueAsString(fields));
        } else {
            result.faults().forEach((fault, times) -> out.printf("%-25s %3d%n", fault, times));
            out.printf(
                    "%d recipients: %s; at most %d may be stranded by %d kills; %d pauses; %d receipts%n",
                    result.recipients(),
                    result.states(),
                    result.strandedAtMost(),
                    result.kills(),
                    result.pauses(),
                    result.receipts());
            problems.forEach(problem -> out.println("BROKEN: " + problem));
            out.println(problems.isEmpty() ? "Held: nobody got two mails, and nobody is forgotten." : "Not held.");
        }
        out.flush();
    }
}
