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
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

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
            Files.move(next, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the guard in " + folder + " cannot be sealed", e);
        }
    }
}
