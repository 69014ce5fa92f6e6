package dev.hapax.bench;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.LedgerGrowth;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Chart;
import dev.hapax.bench.report.Figures;
import dev.hapax.bench.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the ledger takes of disk and memory as it grows, and how long an instance needs to start and to restore it. */
final class LedgerSize implements Measurement {

    private static final List<String> NAMES = List.of(DeliverMails.HAPAX);

    @Override
    public List<String> contenders() {
        return NAMES;
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about two minutes", "about half an hour", "about half an hour");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        List<Long> sizes = order.messages() == null
                ? order.extent().pick(List.of(5_000L), List.of(50_000L, 1_000_000L), List.of(50_000L, 1_000_000L))
                : List.of(order.messages());
        List<LedgerGrowth.Found> found = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (long size : sizes) {
            String title = Figures.text(size) + " deliveries";
            try {
                found.add(measure(bench, "ledger-" + size, size, title));
            } catch (ContenderException e) {
                bench.sayFailed(title, e);
                failures.add(title + " failed: " + e.getMessage());
            }
        }
        return report(order, found, failures);
    }

    private static LedgerGrowth.Found measure(Bench bench, String name, long size, String title)
            throws InterruptedException {
        Path folder = bench.folder().resolve(name);
        bench.progress().say(title + ": preparing");
        LedgerGrowth.Task task = new LedgerGrowth.Task(name, folder, size, bench.jvmFlags(name));
        try (LedgerGrowth growth = new LedgerGrowth(bench.lab(), task)) {
            LedgerGrowth.Found found = growth.measure(bench.progress().of(title, size));
            bench.progress()
                    .say(title + ": restored in " + Figures.text(found.restoreSeconds()) + " s, started in "
                            + Figures.text(found.startSeconds()) + " s");
            return found;
        } finally {
            if (!bench.order().profile()) {
                WorkFolder.delete(folder);
            }
        }
    }

    private static BenchReport report(Order order, List<LedgerGrowth.Found> found, List<String> failures) {
        Table table = new Table(
                "deliveries",
                "staged/s",
                "disk",
                "B each",
                "changelog",
                "B each",
                "memory",
                "live heap",
                "start s",
                "restore s");
        List<Map<String, Object>> sizes = new ArrayList<>();
        for (LedgerGrowth.Found one : found) {
            double each = one.deliveries();
            table.row(
                    Figures.text(one.deliveries()),
                    Figures.text(each / one.loadSeconds()),
                    mebibytes(one.diskBytes()),
                    Figures.text(one.diskBytes() / each),
                    mebibytes(one.changelogBytes()),
                    Figures.text(one.changelogBytes() / each),
                    Figures.mebibytes(one.residentBytes()),
                    mebibytes(one.heapBytes()),
                    Figures.text(one.startSeconds()),
                    Figures.text(one.restoreSeconds()));
            sizes.add(fields(one));
        }
        List<String> notes = new ArrayList<>(List.of(
                "recipients of one campaign that wait for its approval; nothing is sent",
                "disk is the state folder after a clean stop; changelog is what the broker has of it, before compaction",
                "start and restore are from the start of the process until all partitions have answered; before the"
                        + " restore, the state folder was deleted",
                "memory and live heap are of the process that has restored, after a full collection"));
        if (order.extent() == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(failures);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("partitions", Lab.PARTITIONS);
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return new BenchReport(
                "ledger", settings, sizes, table, List.of(), notes, List.<Chart>of(), failures.isEmpty());
    }

    private static String mebibytes(long bytes) {
        return Figures.text(bytes / (double) (1 << 20)) + " MiB";
    }

    private static Map<String, Object> fields(LedgerGrowth.Found one) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", DeliverMails.HAPAX);
        fields.put("deliveries", one.deliveries());
        fields.put("stagedPerSecond", Figures.rounded(one.deliveries() / one.loadSeconds()));
        fields.put("diskBytes", one.diskBytes());
        fields.put("changelogBytes", one.changelogBytes());
        one.residentBytes().ifPresent(bytes -> fields.put("residentBytes", bytes));
        fields.put("liveHeapBytes", one.heapBytes());
        fields.put("startSeconds", Figures.rounded(one.startSeconds()));
        fields.put("restoreSeconds", Figures.rounded(one.restoreSeconds()));
        return fields;
    }
}
