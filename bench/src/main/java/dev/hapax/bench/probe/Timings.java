package dev.hapax.bench.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * How long the stateful processors of a contender held up their threads.
 *
 * @param processed messages that were timed
 * @param punctuated punctuations that were timed
 */
public record Timings(
        long processed, long processP999Nanos, long processMaxNanos, long punctuated, long punctuateMaxNanos) {

    static Timings of(Histogram processing, Histogram punctuating) {
        return new Timings(
                processing.count(),
                processing.percentile(0.999),
                processing.max(),
                punctuating.count(),
                punctuating.max());
    }

    void write(Path file) {
        Properties values = new Properties();
        values.setProperty("processed", Long.toString(processed));
        values.setProperty("processP999Nanos", Long.toString(processP999Nanos));
        values.setProperty("processMaxNanos", Long.toString(processMaxNanos));
        values.setProperty("punctuated", Long.toString(punctuated));
        values.setProperty("punctuateMaxNanos", Long.toString(punctuateMaxNanos));
        try (OutputStream out = Files.newOutputStream(file)) {
            values.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a contender has left behind after it was closed. */
    public static Timings read(Path file) {
        Properties values = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            values.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the contender left no timings: " + e, e);
        }
        return new Timings(
                Long.parseLong(values.getProperty("processed")),
                Long.parseLong(values.getProperty("processP999Nanos")),
                Long.parseLong(values.getProperty("processMaxNanos")),
                Long.parseLong(values.getProperty("punctuated")),
                Long.parseLong(values.getProperty("punctuateMaxNanos")));
    }
}
