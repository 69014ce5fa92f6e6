package dev.hapax.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Memory of processes, as Linux counts it. */
final class ProcessMemory {

    private static final String PEAK = "VmHWM:";

    private ProcessMemory() {}

    /** The most bytes a process has had in memory; empty where the system does not tell. */
    static OptionalLong peak(long pid) {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(PEAK))
                    .mapToLong(line -> 1024
                            * Long.parseLong(line.substring(PEAK.length())
                                    .replace("kB", "")
                                    .strip()))
                    .findFirst();
        } catch (IOException e) {
            throw new IllegalStateException(status + " cannot be read", e);
        }
    }
}
