package dev.hapax.app;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The lines of an input, as bytes: a message need not be text. */
final class Lines {

    private final InputStream in;
    private long number;

    Lines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** The next line without its end; null at the end of the input. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        number++;
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = in.read();
        }
        return line.toByteArray();
    }

    /** The number of the line that was read last, from 1. */
    long number() {
        return number;
    }
}
