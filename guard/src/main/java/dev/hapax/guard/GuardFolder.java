package dev.hapax.guard;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.kafka.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a task's guard lies on disk, and whether what lies there is what was left. */
record GuardFolder(TaskId task, Path folder) {

    private static final Logger LOG = LoggerFactory.getLogger(GuardFolder.class);
    private static final String CHECKPOINT = ".checkpoint";
    /** A version and a count, then a line for each partition. */
    private static final int CHECKPOINT_HEAD = 2;

    /**
     * Whether there is a whole database or none. Half of one, or none where it is written how far one had come, was whole once:
     * RocksDB would begin an empty one, and all that acted would be forgotten.
     */
    void requireWhole() {
        if (Files.exists(folder.resolve("CURRENT"))) {
            // Without a note of how far it had come Kafka Streams throws it away, whatever it is.
            if (isNoted()) {
                requireSealed();
            }
            return;
        }
        if (Files.isDirectory(folder) && holds(folder, "")) {
            throw new DamagedGuardException(task, folder + " has lost its file CURRENT", null);
        }
        if (isNoted()) {
            throw new DamagedGuardException(task, folder + " is gone", null);
        }
    }

    /**
     * Whether there is nothing yet, or something that Kafka Streams knows the changelog offset of. Any other may be
     * uncommitted.
     */
    boolean isSettled() {
        return !Files.exists(folder.resolve("CURRENT")) || isNoted();
    }

    private void requireSealed() {
        Seal set = Seal.read(folder);
        Seal found;
        try {
            found = Seal.of(folder, noted());
        } catch (UncheckedIOException | IllegalArgumentException e) {
            throw new DamagedGuardException(task, "its list of files cannot be read: " + e.getMessage(), e);
        }
        if (!found.equals(set)) {
            throw new DamagedGuardException(
                    task, folder + " was closed as " + set.lines() + ", and is " + found.lines(), null);
        }
    }

    /** To be called before the database is changed: unless it is sealed again, it is not to be trusted. */
    void unseal() {
        Seal.remove(folder);
    }

    /** To be called when the database is closed, with what Kafka Streams is about to note of it. */
    void seal(List<String> noted) {
        try {
            Seal.of(folder, noted).set(folder);
        } catch (UncheckedIOException e) {
            // It is closed and its work is done. What is not sealed is restored when it is opened again.
            LOG.warn("The guard of task {} is restored from its changelog at its next start: {}", task, e.toString());
        }
    }

    /** What Kafka Streams has noted of how far it had come, a line for each partition of its changelog. */
    List<String> noted() {
        Path note = folder.resolveSibling(CHECKPOINT + "_" + folder.getFileName());
        try {
            return Files.exists(note)
                    ? Files.readAllLines(note, StandardCharsets.ISO_8859_1).stream()
                            .skip(CHECKPOINT_HEAD)
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(note + " cannot be read", e);
        }
    }

    private boolean isNoted() {
        Path parent = folder.getParent();
        return parent != null && Files.isDirectory(parent) && holds(parent, CHECKPOINT);
    }

    private static boolean holds(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be read", e);
        }
    }

    /**
     * What a guard was when it was closed: its list of files, and how far it had come in its changelog. RocksDB takes a list that was
     * cut short for an older one, and Kafka Streams an altered offset for another; either way entries would be missing, and nobody told.
     *
     * @param lines as they are written: the list's name, length and checksum, then what Kafka Streams notes of the changelog
     */
    record Seal(List<String> lines) {

        private static final String NAME = "SEAL";
        private static final String CURRENT = "CURRENT";

        /** Of a database that is closed, and what Kafka Streams has noted or will note of it. */
        static Seal of(Path folder, List<String> noted) {
            try {
                List<String> lines = new ArrayList<>();
                String list = Files.readString(folder.resolve(CURRENT), StandardCharsets.ISO_8859_1)
                        .strip();
                Path file = folder.resolve(list);
                lines.add(list);
                lines.add(Long.toString(Files.size(file)));
                lines.add(Long.toHexString(checksum(file)));
                lines.addAll(noted);
                return new Seal(lines);
            } catch (IOException e) {
                throw new UncheckedIOException("the guard in " + folder + " cannot be read", e);
            }
        }

        private static long checksum(Path file) throws IOException {
            try (InputStream bytes = Files.newInputStream(file);
                    CheckedInputStream checked = new CheckedInputStream(bytes, new CRC32C())) {
                checked.transferTo(OutputStream.nullOutputStream());
                return checked.getChecksum().getValue();
            }
        }

        /** The one that was set, or one of nothing. */
        static Seal read(Path folder) {
            try {
                Path file = folder.resolve(NAME);
                return new Seal(Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of());
            } catch (IOException e) {
                throw new UncheckedIOException("the guard's seal in " + folder + " cannot be read", e);
            }
        }

        static void remove(Path folder) {
            try {
                Files.deleteIfExists(folder.resolve(NAME));
            } catch (IOException e) {
                throw new UncheckedIOException("the guard's seal in " + folder + " cannot be removed", e);
            }
        }

        /** Whole or not at all: an older one that stays behind fits nothing. */
        void set(Path folder) {
            try {
                Path next = folder.resolve(NAME + ".next");
                Files.write(next, lines, StandardCharsets.ISO_8859_1);
                Files.move(
                        next,
                        folder.resolve(NAME),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("the guard in " + folder + " cannot be sealed", e);
            }
        }
    }
}
