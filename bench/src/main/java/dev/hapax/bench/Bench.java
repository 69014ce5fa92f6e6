package dev.hapax.bench;

import dev.hapax.app.CtrlC;
import dev.hapax.bench.lab.Lab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a measurement works with.
 *
 * @param folder where recordings and logs go
 * @param open what is to be closed at the end, or on Ctrl-C
 */
record Bench(Order order, Lab lab, Path folder, CtrlC open, Progress progress) {

    /** The clone we are in: the launcher says which. */
    static Path home() {
        return Path.of(System.getProperty("hapax.home", "")).toAbsolutePath();
    }

    /** The flags of a contender's JVM that this run adds. */
    List<String> jvmFlags(String run) {
        List<String> flags = new ArrayList<>();
        if (order.profile()) {
            flags.add("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
                    + folder.resolve(run + ".jfr"));
            flags.add("-Xlog:jfr*=off");
        }
        return flags;
    }
}
