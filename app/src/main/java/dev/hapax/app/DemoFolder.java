package dev.hapax.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Where a demo keeps its data: a folder the user names, or a temporary one that goes with it. */
record DemoFolder(Path path, boolean temporary) implements AutoCloseable {

    static DemoFolder open(@Nullable Path named) {
        try {
            return named == null
                    ? new DemoFolder(Files.createTempDirectory("hapax-demo-"), true)
                    : new DemoFolder(
                            Files.createDirectories(named.toAbsolutePath().normalize()), false);
        } catch (IOException e) {
            throw new FailedException("--data: " + named + " cannot be used as a folder: " + e, e);
        }
    }

    @Override
    public void close() {
        if (temporary) {
            delete(path);
        }
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("temporary folder " + folder + " could not be removed", e);
        }
    }
}
