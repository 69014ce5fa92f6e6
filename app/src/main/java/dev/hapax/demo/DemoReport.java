package dev.hapax.demo;

import dev.hapax.domain.Decision;
import dev.hapax.topics.Topic;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;

/** A demo's result as a person wants to read it. */
public final class DemoReport {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);
    private static final int LONGEST = 110;

    private final PrintWriter out;

    public DemoReport(PrintWriter out) {
        this.out = out;
    }

    public void print(DemoRun.Result result) {
        DemoTotals totals = result.totals();
        out.println();
        row("read", totals.read(), "messages of the sources and the replays");
        row("  admitted", totals.admitted(), "decided; " + totals.alerts() + " of them important, and so alerts");
        row("  duplicates", totals.duplicates(), "held back: same identity, same content");
        row("  redeliveries", totals.redeliveries(), "held back: the same record once more");
        row(
                "  quarantined",
                totals.quarantined(),
                totals.conflicts() + " of them conflicts: same identity, other content");
        out.println();
        out.println("  " + totals.read() + " = " + totals.admitted() + " + " + totals.duplicates() + " + "
                + totals.redeliveries() + " + " + totals.quarantined()
                + (totals.addsUp() ? ": nothing lost, nothing doubled" : ": THIS DOES NOT ADD UP"));
        counts("Decisions by label", totals.decisionsByLabel());
        counts("Quarantined by reason", totals.quarantinedByReason());
        out.println();
        out.println("The first alerts");
        result.firstAlerts().forEach(this::alert);
        out.println();
        out.println("In quarantine, one of each kind");
        result.firstCases().forEach(this::quarantined);
        out.println();
    }

    private void row(String name, long count, String meaning) {
        out.println(String.format("%-16s%9d  %s", name, count, meaning));
    }

    private <K> void counts(String title, Map<K, Long> counts) {
        out.println();
        out.println(title);
        counts.entrySet().stream()
                .sorted(Map.Entry.<K, Long>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> out.println(String.format("  %-22s%9d", entry.getKey(), entry.getValue())));
    }

    private void alert(Decision alert) {
        String time = TIME.format(Instant.ofEpochMilli(alert.eventTime()).truncatedTo(ChronoUnit.SECONDS));
        out.println(String.format(
                "  %s  %-18s %3d  %s",
                time,
                alert.judgement().label(),
                alert.judgement().score(),
                shortened(alert.judgement().reason())));
        out.println("         "
                + shortened(alert.identity() + "  (" + alert.at() + ", rule "
                        + alert.judgement().rule() + ")"));
    }

    private void quarantined(QuarantinedRecord held) {
        out.println(String.format("  %-18s %s, next: %s", held.reason(), held.at(), held.nextAction()));
        out.println("      " + shortened(held.explanation()));
        out.println("      " + held.preview());
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    /** What to try next; with a broker still running, more. */
    public void next(boolean kept, Demo demo) {
        if (kept) {
            out.println("Look at first");
            out.println("  " + demo.signInLink());
            out.println("    Live         alerts arrive as they are committed");
            out.println("    Quarantine   open a case: its reason, its message, and what you can do with it");
            out.println("    Keys         search an identity: when it was admitted, and what was held back since");
            out.println();
            out.println("Try next");
            out.println("  export HAPAX_CONFIG=" + demo.configFile());
            out.println("  ./hapax quarantine list --group-by code");
            out.println("  ./hapax verify                           one outcome for every message");
            out.println("  kcat -b " + demo.bootstrapServers() + " -t "
                    + demo.settings().topic(Topic.DECISIONS) + " -C -c 3   three decisions, from the broker");
        } else {
            out.println("Try next");
            out.println("  ./hapax demo --keep                      leaves broker and instance running");
        }
        out.println("  echo '{\"type\":\"alert\",\"subject\":\"Disk full on db-1\"}' | ./hapax classify");
        out.println("  ./hapax rules check config/rules.yaml");
        out.println("  ./hapax run -c config/hapax.yaml         an instance on your own cluster");
    }
}
