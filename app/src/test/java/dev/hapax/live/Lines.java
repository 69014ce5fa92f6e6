package dev.hapax.live;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The lines of an answer that does not end. */
final class Lines implements AutoCloseable {

    private final BufferedReader reader;

    Lines(InputStream stream) {
        this.reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** The next one that is not empty. */
    String next() throws IOException {
        String line = reader.readLine();
        while (line != null && line.isEmpty()) {
            line = reader.readLine();
        }
        if (line == null) {
            throw new AssertionError("the stream has ended");
        }
        return line;
    }

    void until(String wanted) throws IOException {
        while (!next().equals(wanted)) {
            // What comes before is not asked for.
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
