package dev.hapax.app.verify;

import dev.hapax.operations.verify.Anomaly;
import dev.hapax.operations.verify.AnomalyName;
import dev.hapax.operations.verify.Count;
import dev.hapax.operations.verify.PartitionCount;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.VerifyTotals;
import java.io.PrintWriter;
import java.util.List;

/** A verification as a person reads it: a table, what it adds up to, and what is wrong, with what to do about it. */
final class VerificationText {

    private static final String ROW = "%10s %10s %10s %12s %11s %9s %7s %5s";

    private final PrintWriter out;

    VerificationText(PrintWriter out) {
        this.out = out;
    }

    void print(Verification found) {
        int width = found.partitions().stream()
                .mapToInt(partition -> name(partition).length())
                .max()
                .orElse(0);
        String left = "%-" + Math.max(width, "partition".length()) + "s ";
        out.println(String.format(
                left + ROW,
                "partition",
                "read",
                "admitted",
                "duplicates",
                "redeliveries",
                "quarantined",
                "in flight",
                "unknown",
                "lost"));
        found.partitions()
                .forEach(partition -> out.println(String.format(left, name(partition)) + row(partition.count())));
        out.println(String.format(left, "all") + row(found.totals().messages()));
        out.println();
        sum(found.totals().messages());
        besides(found.totals());
        if (!found.soundAsFarAsKnown()) {
            out.println();
            anomalies(found);
        }
        if (found.totals().notKnown() > 0) {
            out.println("Not known: " + found.totals().notKnown()
                    + ". Kafka has deleted the records that would show it. Verify more often, raise retention.ms of the"
                    + " topic, or use --from to check newer messages only.");
        } else if (found.ok()) {
            out.println(
                    found.totals().otherRules() == 0
                            ? "Nothing lost, duplicated, invented, conflicting or changed."
                            : "Nothing lost, duplicated, invented or conflicting, and nothing changed among the"
                                    + " decisions of the configured version.");
        }
    }

    private static String name(PartitionCount partition) {
        return partition.topic() + "-" + partition.partition();
    }

    private static String row(Count count) {
        return String.format(
                ROW,
                count.read(),
                count.admitted(),
                count.duplicates(),
                count.redeliveries(),
                count.quarantined(),
                count.inFlight(),
                count.unknown(),
                count.lost());
    }

    private void sum(Count count) {
        out.println(count.read() + (count.addsUp() ? " = " : " is not ") + count.admitted() + " + "
                + count.duplicates() + " + " + count.redeliveries() + " + " + count.quarantined()
                + (count.inFlight() == 0 ? "" : " + " + count.inFlight() + " in flight")
                + (count.unknown() == 0 ? "" : " + " + count.unknown() + " unknown")
                + (count.addsUp() ? ": everything read is accounted for" : ": " + count.lost() + " lost"));
    }

    private void besides(VerifyTotals totals) {
        say(
                "messages whose outcome is older than its topic keeps records",
                totals.messages().unknown());
        say("further outcomes of messages read again, after offsets were rewound", totals.again());
        say("decisions made by another classifier version, not judged again", totals.otherRules());
        say("outputs about messages that are deleted, or of sources not configured any more", totals.unknownOutputs());
        say("duplicates of messages whose own outcome is older than its topic keeps records", totals.unknownFirsts());
        say("important decisions whose alert is older than its topic keeps records", totals.unknownAlerts());
        say("identities an operator gave a command about, which may act again", totals.forgotten());
    }

    private void say(String what, long count) {
        if (count > 0) {
            out.println(what + ": " + count);
        }
    }

    private void anomalies(Verification found) {
        for (AnomalyName name : AnomalyName.values()) {
            List<Anomaly> ofName = found.anomalies().stream()
                    .filter(anomaly -> anomaly.name() == name)
                    .toList();
            if (ofName.isEmpty()) {
                continue;
            }
            long count = found.counts().getOrDefault(name, 0L);
            out.println(name.code() + ": " + count + (count > ofName.size() ? ", the first " + ofName.size() : ""));
            ofName.forEach(this::print);
            out.println("  That is: " + name.meaning() + ".");
            out.println("  Next: " + name.remedy() + ".");
            out.println();
        }
        out.println(found.anomalyCount() + (found.anomalyCount() == 1 ? " thing is wrong." : " things are wrong."));
    }

    private void print(Anomaly anomaly) {
        out.println("  " + anomaly.coordinates()
                + (anomaly.generation() == 0 ? "" : " generation " + anomaly.generation())
                + (anomaly.identity() == null ? "" : " " + anomaly.identity()) + ": " + anomaly.detail());
    }
}
