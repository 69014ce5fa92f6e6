package dev.hapax.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The data folder of a command: one that the user names, or a temporary one that it removes. */
public record WorkFolder(Path path, boolean temporary) implements AutoCloseable {

    /**
     * @param what the command, for the temporary folder's name
     * @throws FailedException when the named folder cannot be used
     */
    public static WorkFolder open(String what, @Nullable Path named) {
        try {
            return named == null
                    ? new WorkFolder(Files.createTempDirectory("hapax-" + what + "-"), true)
                    : new WorkFolder(
                            Files.createDirectories(named.toAbsolutePath().normalize()), false);
        } catch (IOException e) {
            throw new FailedException("--data: " + named + " can't be used as a folder: " + e, e);
        }
    }

    @Override
    public void close() {
        if (temporary) {
            delete(path);
        }
    }

    /** Removes a folder with all that is in it. */
    public static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    // Processes that are ending remove files of their own.
                    if (e instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw e;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("folder " + folder + " could not be removed", e);
        }
    }
}
