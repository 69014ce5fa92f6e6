package dev.hapax.demo.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What a server of the demo accepted, one delivery a line, written before it answers. */
final class AcceptedLog {

    private final Path file;

    AcceptedLog(Path file) {
        this.file = file;
    }

    synchronized void accepted(String delivery) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap((delivery + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(false);
        }
    }

    List<String> lines() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
