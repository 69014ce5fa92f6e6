package dev.hapax.demo.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What a server of the demo accepted and when, one delivery a line, written before it answers. */
final class AcceptedLog {

    private static final int CHUNK = 64 * 1024;

    private final Path file;
    /** How far the lines are counted. */
    private long counted;

    private int lines;

    AcceptedLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** @param at in epoch milliseconds */
    record Entry(long at, String what) {}

    synchronized void accepted(String what) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE)) {
            String line = System.currentTimeMillis() + " " + what + "\n";
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            channel.force(false);
        }
    }

    List<Entry> entries() throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(AcceptedLog::entry).toList()
                : List.of();
    }

    private static Entry entry(String line) {
        int end = line.indexOf(' ');
        return new Entry(Long.parseLong(line.substring(0, end)), line.substring(end + 1));
    }

    /** How many there are by now. Reads only what was added since the last time. */
    synchronized int count() throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            while (channel.read(chunk.clear(), counted) > 0) {
                counted += chunk.position();
                for (int i = 0; i < chunk.position(); i++) {
                    lines += chunk.get(i) == '\n' ? 1 : 0;
                }
            }
        }
        return lines;
    }
}
