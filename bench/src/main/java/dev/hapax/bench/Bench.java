package dev.hapax.bench;

import dev.hapax.app.CtrlC;
import dev.hapax.app.FailedException;
import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.report.BenchReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order, the folder, the lab and the progress line of a measurement. */
final class Bench {

    private final Order order;
    private final Path folder;
    private final CtrlC open;
    private final BenchProgress progress;
    private @Nullable Lab lab;

    /**
     * @param folder where data, recordings and logs go
     * @param open what is to be closed at the end, or on Ctrl-C
     */
    Bench(Order order, Path folder, CtrlC open, BenchProgress progress) {
        this.order = order;
        this.folder = folder;
        this.open = open;
        this.progress = progress;
    }

    Order order() {
        return order;
    }

    Path folder() {
        return folder;
    }

    CtrlC open() {
        return open;
    }

    BenchProgress progress() {
        return progress;
    }

    /** The broker and what belongs to it, started when it is first asked for. */
    Lab lab() {
        if (lab == null) {
            lab = open.closing(Lab.open(folder));
        }
        return lab;
    }

    /** The folder of this clone, which the launcher passes. */
    static Path home() {
        return Path.of(System.getProperty("hapax.home", "")).toAbsolutePath();
    }

    BenchReport run(Measurement measurement) throws InterruptedException {
        try {
            return measurement.measure(this);
        } catch (RuntimeException e) {
            if (lab != null) {
                lab.whyBrokerEnded().ifPresent(why -> {
                    throw new FailedException("the broker has ended by itself: " + why, e);
                });
            }
            throw e;
        }
    }

    /** Reports a failure, unless Ctrl-C caused it. */
    void sayFailed(String work, ContenderException why) {
        open.waitIfPressed();
        progress.say(work + ": FAILED: " + why.getMessage());
    }

    /** The flags of a contender's JVM that this run adds. */
    List<String> jvmFlags(String run) {
        List<String> flags = new ArrayList<>();
        if (order.profile()) {
            // Without these, samples are put down to whichever method last passed a safepoint.
            flags.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
            flags.add("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
                    + folder.resolve(run + ".jfr"));
        }
        return flags;
    }
}
