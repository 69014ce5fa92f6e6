package dev.hapax.app.delivery;

import dev.hapax.app.CtrlC;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.LiveLine;
import dev.hapax.app.OutputOption;
import dev.hapax.app.WorkFolder;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.demo.delivery.CampaignDemo;
import dev.hapax.demo.delivery.CampaignResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax demo campaign}: a campaign through killed workers, a killed instance and a mail server that fails. */
@Command(
        name = "campaign",
        mixinStandardHelpOptions = true,
        description = {
            "Start a broker, a mail server, an instance and two workers, each in a process of its own.",
            "Send a campaign while both workers and the instance are killed with -9, recipients opt out and the mail"
                    + " server fails for a while. Reconcile what is stranded, and compare every address with the log of"
                    + " the mail server."
        },
        footerHeading = "%nExample:%n",
        footer = "  hapax demo campaign --recipients 50000 --data campaign")
public final class DemoCampaignCommand implements Callable<Integer> {

    private static final int FEWEST = 200;
    private static final int MOST = 1_000_000;

    @Option(
            names = "--recipients",
            paramLabel = "N",
            defaultValue = "5000",
            description = "How many recipients, 200 or more (default: ${DEFAULT-VALUE}).")
    private int recipients;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Which recipients to generate (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep data and logs here (default: a temporary folder, removed at the end).")
    private @Nullable Path data;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (recipients < FEWEST || recipients > MOST) {
            throw new IllegalArgumentException(
                    "--recipients: " + recipients + " must be from " + FEWEST + " to " + MOST + ".");
        }
        PrintWriter err = output.err();
        say(err, "Starting a Kafka broker, a mail server, an instance and two workers …");
        try (CtrlC ctrlC = new CtrlC()) {
            try {
                Clock clock = Clock.systemUTC();
                WorkFolder folder = ctrlC.closing(WorkFolder.open("demo-campaign", data));
                CampaignDemo demo = ctrlC.closing(CampaignDemo.start(folder.path(), clock));
                say(err, "Dashboard: " + demo.dashboard());
                LiveLine line = new LiveLine(err, clock);
                CampaignResult result = demo.run(seed, recipients, text -> line.show(() -> text));
                line.end();
                print(result);
                return result.holds() ? ExitCodes.DONE : ExitCodes.FAILED;
            } catch (RuntimeException e) {
                ctrlC.waitIfPressed();
                throw e;
            }
        }
    }

    private static void say(PrintWriter err, String text) {
        err.println(text);
        err.flush();
    }

    private void print(CampaignResult result) {
        if (output.json()) {
            output.print(result.fields(), List.of());
            return;
        }
        PrintWriter out = output.out();
        out.println();
        out.println(String.format("%-20s%,9d", "recipients", result.recipients()));
        result.states()
                .forEach((state, count) -> out.println(String.format(
                        "  %-18s%,9d  %s", state.name().toLowerCase(Locale.ROOT), count, meaning(state))));
        out.println();
        out.println("  " + sum(result));
        out.println("  killed with -9: " + result.kills()
                + " (both workers and the instance); accepted twice, by the mail server's own log: "
                + result.acceptedTwice().size());
        CampaignResult.Stranded stranded = result.stranded();
        out.println("  stranded: " + stranded.count() + ", " + (stranded.count() - stranded.hungUp())
                + " by the kills and " + stranded.hungUp()
                + " by a server that hangs up; reconciled with the mail server's log: " + stranded.sent()
                + " as sent, " + stranded.notSent() + " as not sent");
        CampaignResult.OptedOut optOuts = result.optOuts();
        out.println("  opted out: " + optOuts.before() + " before the start, " + optOuts.byLink() + " by link and "
                + optOuts.byHand() + " by hand while it ran");
        out.println("  paused by the ledger: " + result.pausedFor());
        out.println("  receipts: " + result.receipts() + ", of which valid: " + result.receiptsValid());
        result.problems().forEach(problem -> out.println("  PROBLEM: " + problem));
        out.println(result.holds() ? "  Everything holds." : "  It does not hold.");
        out.flush();
    }

    private static String sum(CampaignResult result) {
        Map<String, Integer> parts = new LinkedHashMap<>();
        for (DeliveryState state : List.of(
                DeliveryState.SENT,
                DeliveryState.STRANDED,
                DeliveryState.SUPPRESSED,
                DeliveryState.REFUSED,
                DeliveryState.EXPIRED)) {
            parts.put(state.name().toLowerCase(Locale.ROOT), 0);
        }
        result.states().forEach((state, count) -> parts.put(state.name().toLowerCase(Locale.ROOT), count));
        return result.recipients() + " recipients = "
                + parts.entrySet().stream()
                        .map(part -> part.getValue() + " " + part.getKey())
                        .collect(Collectors.joining(" + "));
    }

    private static String meaning(DeliveryState state) {
        return switch (state) {
            case SENT -> "accepted by the mail server, once";
            case SUPPRESSED -> "has opted out";
            case REFUSED -> "by the mail server";
            case STRANDED -> "not known whether it was sent";
            case AWAITING_APPROVAL, APPROVED, DUE, CLAIMED -> "waiting";
            case REJECTED, EXPIRED, CANCELLED, ABANDONED -> "not sent";
        };
    }
}
