package dev.hapax.app.delivery;

import dev.hapax.app.Columns;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Receipt;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.ReceiptList;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hapax deliveries receipts}: the evidence of attempts and ends. */
@Command(
        name = "receipts",
        mixinStandardHelpOptions = true,
        description = {
            "List receipts, the newest last: of one delivery, or of all that the options match.",
            "The options look at what a receipt says. 'hapax receipts verify' checks that receipts are genuine and complete."
        })
final class DeliveryReceiptsCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final DeliveryFilter filter = new DeliveryFilter();

    @Parameters(paramLabel = "ID", arity = "0..1", description = "The delivery (default: all).")
    private @Nullable String id;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most so many, the newest (default: 50).")
    private int limit;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more.");
        }
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        KafkaClients clients = new KafkaClients(settings);
        ReceiptList found;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Clock.systemUTC())) {
            found = ReceiptList.read(clients, id, wanted(clients, progress), limit, progress);
        }
        print(found);
        return ExitCodes.DONE;
    }

    /** Who staged a delivery is in the ledger only. */
    private Predicate<Receipt> wanted(KafkaClients clients, ProgressLine progress) {
        // Reports a configuration without channels.
        Deliveries deliveries = new Deliveries(clients, Clock.systemUTC());
        String stagedBy = filter.stagedBy();
        if (stagedBy == null) {
            return filter::test;
        }
        Set<String> ids = new HashSet<>();
        deliveries
                .list(delivery -> delivery.draft().stagedBy().equals(stagedBy), progress)
                .forEach(delivery -> ids.add(delivery.id()));
        return receipt -> ids.contains(receipt.id()) && filter.test(receipt);
    }

    private void print(ReceiptList found) {
        PrintWriter out = spec.commandLine().getOut();
        List<Receipt> shown = found.newest();
        if (output.json()) {
            Map<String, @Nullable Object> list = OutputOption.list(
                    shown.stream().map(DeliveryReceiptsCommand::fields).toList(), null);
            list.put("total", found.total());
            out.println(OutputOption.json(list));
        } else if (shown.isEmpty()) {
            out.println("No receipts match.");
        } else {
            Columns columns = Columns.headed(
                            output.terminal(),
                            "time",
                            "delivery",
                            "says",
                            "attempt",
                            "what",
                            "approved by",
                            "target",
                            "evidence")
                    .shortening("evidence", "target");
            shown.forEach(receipt -> columns.row(
                    DeliveryText.time(receipt.time()),
                    receipt.id(),
                    receipt.state().name(),
                    (long) receipt.attempt(),
                    receipt.what(),
                    receipt.approvedBy(),
                    receipt.target(),
                    receipt.evidence()));
            columns.lines().forEach(out::println);
            out.println(shown.size() + " of " + found.total() + " receipts"
                    + (shown.size() < found.total() ? ". Raise --limit to see more." : ""));
        }
        out.flush();
    }

    static Map<String, @Nullable Object> fields(Receipt receipt) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", receipt.id());
        fields.put("state", receipt.state().name());
        fields.put("attempt", receipt.attempt());
        fields.put("channel", receipt.channel());
        fields.put("target", receipt.target());
        fields.put("sha256", receipt.sha256());
        fields.put("approvedBy", receipt.approvedBy());
        fields.put("what", receipt.what());
        fields.put("by", receipt.by());
        fields.put("evidence", receipt.evidence());
        fields.put("time", DeliveryText.time(receipt.time()));
        fields.put("partition", receipt.partition());
        fields.put("sequence", receipt.sequence());
        fields.put("previous", receipt.previous());
        fields.put("keyId", receipt.keyId());
        fields.put("signature", receipt.signature());
        return fields;
    }
}
