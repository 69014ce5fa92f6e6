package dev.hapax.harness;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that brokers and instances work in, to be removed. */
public final class Folders {

    private Folders() {}

    public static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /** Deletes it with all that is in it, and says how many files that were. Nothing where there is no such folder. */
    public static int delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return 0;
        }
        int files = 0;
        for (Path file : deepestFirst(folder)) {
            Files.delete(file);
            files += Files.isDirectory(file) ? 0 : 1;
        }
        return files;
    }

    /** As {@link #delete}, while somebody makes and removes files in it; what appears meanwhile may stay. */
    public static int deleteUnder(Path folder) throws IOException {
        int files = 0;
        for (Path file : deepestFirst(folder)) {
            try {
                boolean isFile = Files.isRegularFile(file);
                Files.delete(file);
                files += isFile ? 1 : 0;
            } catch (NoSuchFileException | DirectoryNotEmptyException e) {
                // Its user was quicker.
                continue;
            }
        }
        return files;
    }

    private static List<Path> deepestFirst(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
