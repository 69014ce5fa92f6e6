package dev.hapax.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much files take. */
public final class Disk {

    private Disk() {}

    /** Bytes of all files in a folder and those in it, but for what a contender has printed. */
    public static long bytes(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && !file.endsWith(ContenderProcess.LOG))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
