package dev.hapax.chaos.delivery;

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

/** {@code hapax-chaos delivery}: whether any mail is sent twice or lost when everyone involved is killed. */
@Command(
        name = "delivery",
        description = {
            "Deliver mails while workers, the instance and the mail server are killed, at every step of a mail.",
            "%nOne broker, one instance, two workers and a mail server, each a process of its own. Exit code 0 only when"
                    + " the mail server accepted no mail twice, every delivery is accounted for, no kill stranded more"
                    + " than a claim batch for each partition, and every fault took place. At the end, what is stranded"
                    + " is reconciled by the mail server's log; every mail must then have arrived, once.%n"
        })
public final class DeliveryChaosCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(
            names = "--deliveries",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many mails (default: ${DEFAULT-VALUE}).")
    private int deliveries;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often each fault strikes (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private final RunOptions.Chance chance = new RunOptions.Chance();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where the processes and their logs are put (default: .work/chaos/delivery-SEED).")
    private @Nullable Path folder;

    @Override
    public Integer call() throws Exception {
        int faults = rounds * DeliveryFault.values().length;
        if (rounds < 1 || deliveries < faults * 10) {
            throw options.refused("--deliveries " + deliveries + ": must be at least " + Math.max(1, faults) * 10
                    + ", ten for each of the faults");
        }
        long start = chance.seed();
        Path place = folder == null
                ? RunOptions.workFolder("chaos", "delivery-" + start)
                : folder.toAbsolutePath().normalize();
        if (folder == null) {
            Folders.delete(place);
        }
        Files.createDirectories(place);
        options.err().printf("Seed %d, %d deliveries, %d faults; in %s%n", start, deliveries, faults, place);
        BrokerOptions settings = BrokerOptions.defaults()
                .withProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        DeliveryChaos.Result result;
        try (BrokerCluster broker = BrokerCluster.start(place.resolve("broker"), 1, settings);
                DeliveryChaos chaos =
                        new DeliveryChaos(deliveries, start, broker.bootstrapServers(), place, options.journal())) {
            result = chaos.run(rounds);
        }
        print(start, result);
        return result.problems().isEmpty() ? 0 : 1;
    }

    private void print(long start, DeliveryChaos.Result result) throws Exception {
        PrintWriter out = options.out();
        if (options.json()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("seed", start);
            fields.put("staged", result.staged());
            fields.put("states", result.states());
            fields.put("kills", result.kills());
            fields.put("faults", result.faults());
            fields.put("strandedAtMost", result.strandedAtMost());
            fields.put("receipts", result.receipts());
            fields.put("problems", result.problems());
            out.println(JSON.writeValueAsString(fields));
        } else {
            result.faults().forEach((fault, times) -> out.printf("%-55s %3d%n", fault, times));
            out.printf(
                    "%d deliveries: %s; at most %d may be stranded by %d kills; %d receipts%n",
                    result.staged(), result.states(), result.strandedAtMost(), result.kills(), result.receipts());
            List<String> problems = result.problems();
            problems.forEach(problem -> out.println("BROKEN: " + problem));
            out.println(problems.isEmpty() ? "Held: nothing was sent twice, and nothing is lost." : "Not held.");
        }
        out.flush();
    }
}
