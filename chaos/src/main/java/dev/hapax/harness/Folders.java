package dev.hapax.harness;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folders that brokers and instances work in, to be removed. */
public final class Folders {

    private static final Logger LOG = LoggerFactory.getLogger(Folders.class);

    private Folders() {}

    public static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** How many files are in it and under it. */
    public static long count(Path folder) throws IOException {
        return deepestFirst(folder).stream().filter(Files::isRegularFile).count();
    }

    /** Deletes it with all that is in it, and says how many files that were. Nothing where there is no such folder. */
    public static int delete(Path folder) throws IOException {
        int files = 0;
        for (Path file : deepestFirst(folder)) {
            files += Files.isDirectory(file) ? 0 : 1;
            Files.delete(file);
        }
        return files;
    }

    /** As {@link #delete}, while somebody makes and removes files in it; what appears meanwhile may stay. */
    public static int deleteUnder(Path folder) throws IOException {
        int files = 0;
        for (Path file : deepestFirst(folder)) {
            files += Files.isRegularFile(file) ? 1 : 0;
            deleteIfLeft(file);
        }
        return files;
    }

    private static void deleteIfLeft(Path file) throws IOException {
        try {
            Files.deleteIfExists(file);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("{} is in use again", file);
        }
    }

    private static List<Path> deepestFirst(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
