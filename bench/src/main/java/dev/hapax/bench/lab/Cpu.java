package dev.hapax.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** CPU time of processes, user and system together, as the operating system counts it. */
final class Cpu {

    /** The length of a tick in /proc, which does not depend on that of the kernel. */
    private static final Duration TICK = Duration.ofMillis(10);

    private Cpu() {}

    static Duration of(ProcessHandle process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException(
                        "the CPU time of process " + process.pid() + " is not available on this system"));
    }

    /**
     * A process with all processes that it has started. With /proc, this includes children that have ended; elsewhere, only
     * living ones.
     */
    static Duration ofTree(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants())
                .map(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).plus(ofEndedChildren(process.pid())))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration ofEndedChildren(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The second field is the program's name in brackets and may hold spaces; these are the 16th and 17th.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return TICK.multipliedBy(Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
        } catch (NoSuchFileException e) {
            // It has ended since it was listed, or there is no /proc.
            return Duration.ZERO;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
