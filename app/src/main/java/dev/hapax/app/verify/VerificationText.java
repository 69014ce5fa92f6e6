package dev.hapax.app.verify;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.operations.verify.AnomalyName;
import dev.hapax.operations.verify.DeliveryCounts;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.Verification.Anomaly;
import dev.hapax.operations.verify.Verification.Count;
import dev.hapax.operations.verify.Verification.PartitionCount;
import dev.hapax.operations.verify.Verification.Totals;
import java.util.ArrayList;
import java.util.List;

/** A verification as text: a table, its sum, and the problems with their remedies. */
final class VerificationText {

    private final Terminal terminal;
    private final List<String> lines = new ArrayList<>();

    VerificationText(Terminal terminal) {
        this.terminal = terminal;
    }

    List<String> lines(Verification found) {
        Columns columns = Columns.headed(
                terminal,
                "partition",
                "read",
                "admitted",
                "duplicates",
                "redeliveries",
                "quarantined",
                "in flight",
                "unknown",
                "lost");
        found.partitions().forEach(partition -> row(columns, name(partition), partition.count()));
        row(columns, "all", found.totals().messages());
        lines.addAll(columns.lines());
        lines.add("");
        sum(found.totals().messages());
        besides(found.totals());
        DeliveryCounts deliveries = found.deliveries();
        if (deliveries != null) {
            print(deliveries);
        }
        if (!found.soundAsFarAsKnown()) {
            lines.add("");
            anomalies(found);
        }
        if (found.notKnown() > 0) {
            lines.add(terminal.paint(Colour.ATTENTION, "Not known: " + found.notKnown() + ".")
                    + " Kafka has deleted the records that would show it. Verify more often, raise retention.ms of the"
                    + " topic, or use --from to check newer messages only.");
        } else if (found.ok()) {
            lines.add(terminal.paint(
                    Colour.GOOD,
                    found.totals().otherRules() == 0
                            ? "Nothing lost, duplicated, invented, conflicting or changed."
                            : "Nothing lost, duplicated, invented or conflicting, and nothing changed among the"
                                    + " decisions of the configured version."));
        }
        return lines;
    }

    private static String name(PartitionCount partition) {
        return partition.topic() + "-" + partition.partition();
    }

    private static void row(Columns columns, String name, Count count) {
        columns.row(
                name,
                Long.toString(count.read()),
                Long.toString(count.admitted()),
                Long.toString(count.duplicates()),
                Long.toString(count.redeliveries()),
                Long.toString(count.quarantined()),
                Long.toString(count.inFlight()),
                notZero(count.unknown(), Colour.ATTENTION),
                notZero(count.lost(), Colour.BAD));
    }

    private static Columns.Cell notZero(long number, Colour colour) {
        return new Columns.Cell(Long.toString(number), number == 0 ? Colour.PLAIN : colour);
    }

    private void sum(Count count) {
        lines.add(count.read() + (count.addsUp() ? " = " : " is not ") + count.admitted() + " + "
                + count.duplicates() + " + " + count.redeliveries() + " + " + count.quarantined()
                + (count.inFlight() == 0 ? "" : " + " + count.inFlight() + " in flight")
                + (count.unknown() == 0 ? "" : " + " + count.unknown() + " unknown")
                + (count.addsUp() ? ": everything read is accounted for" : ": " + count.lost() + " lost"));
    }

    private void besides(Totals totals) {
        printCount(
                "messages whose outcome is already deleted from its topic",
                totals.messages().unknown());
        printCount("additional outcomes of messages that were read again after offsets were rewound", totals.again());
        printCount("decisions of another classifier version, not checked", totals.otherRules());
        printCount("outputs of deleted messages, or of sources that are no longer configured", totals.unknownOutputs());
        printCount("duplicates of messages whose outcome is already deleted from its topic", totals.unknownFirsts());
        printCount("important decisions whose alert is already deleted from its topic", totals.unknownAlerts());
        printCount("identities that an operator removed from the guard", totals.forgotten());
    }

    private void print(DeliveryCounts counts) {
        List<String> parts = new ArrayList<>();
        counts.states().forEach((state, count) -> parts.add(count + " " + state));
        if (counts.waiting() > 0) {
            parts.add(counts.waiting() + " not read yet");
        }
        if (counts.lost() > 0) {
            parts.add(counts.lost() + " lost");
        }
        lines.add("deliveries: " + counts.deliveries() + (parts.isEmpty() ? "" : " = " + String.join(" + ", parts))
                + "; " + counts.claims() + " claims, " + counts.receipts() + " receipts");
        printCount("stagings that the ledger refused", counts.refused());
        printCount("deliveries, receipts and claims whose other half is already deleted", counts.unknown());
    }

    private void printCount(String what, long count) {
        if (count > 0) {
            lines.add(what + ": " + count);
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
            lines.add(terminal.paint(Colour.BAD, name.code() + ": " + count)
                    + (count > ofName.size() ? ", the first " + ofName.size() : ""));
            ofName.forEach(this::print);
            lines.add("  Meaning: " + name.meaning() + ".");
            lines.add("  Next: " + name.remedy() + ".");
            lines.add("");
        }
        lines.add(terminal.paint(
                Colour.BAD,
                found.anomalyCount() + (found.anomalyCount() == 1 ? " problem found." : " problems found.")));
    }

    private void print(Anomaly anomaly) {
        lines.add("  " + anomaly.coordinates()
                + (anomaly.generation() == 0 ? "" : " generation " + anomaly.generation())
                + (anomaly.identity() == null ? "" : " " + anomaly.identity()) + ": " + anomaly.detail());
    }
}
