package dev.hapax.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of what a process has printed, for those who ask why it ended. */
final class LastWords {

    private static final int LINES = 6;

    private LastWords() {}

    static String in(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty()
                    ? "it said nothing"
                    : "it said: " + String.join(" / ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException e) {
            return "what it said cannot be read: " + e;
        }
    }
}
