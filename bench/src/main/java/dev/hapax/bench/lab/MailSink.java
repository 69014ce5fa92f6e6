package dev.hapax.bench.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@link SmtpSink} of one run, in a process of its own, and its log of accepted mails. */
public final class MailSink implements AutoCloseable {

    private final Process process;
    private final int port;
    private final RandomAccessFile log;
    /** By recipient, when it was accepted first, in epoch microseconds. */
    private final Map<String, Long> accepted = new HashMap<>();

    private final StringBuilder rest = new StringBuilder();
    private long count;

    private MailSink(Process process, int port, RandomAccessFile log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    public static MailSink start(Path folder) {
        try {
            Files.createDirectories(folder);
            Path log = folder.resolve("accepted.log");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            SmtpSink.class.getName(),
                            log.toString())
                    .redirectError(folder.resolve("sink.log").toFile())
                    .start();
            String port = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            if (port == null) {
                throw new IllegalStateException("the mail server did not start; see " + folder.resolve("sink.log"));
            }
            return new MailSink(process, Integer.parseInt(port), new RandomAccessFile(log.toFile(), "r"));
        } catch (IOException e) {
            throw new UncheckedIOException("the mail server did not start: " + e.getMessage(), e);
        }
    }

    public int port() {
        return port;
    }

    Duration cpu() {
        return Cpu.of(process.toHandle());
    }

    /** How many mails it has accepted, doubles included. */
    public long count() {
        read();
        return count;
    }

    /** How many it has accepted more than once. */
    public long twice() {
        read();
        return count - accepted.size();
    }

    /** When it accepted the mail for a recipient, in epoch microseconds; null if it has not yet. */
    public @Nullable Long acceptedMicros(String recipient) {
        read();
        return accepted.get(recipient);
    }

    private void read() {
        try {
            byte[] bytes = new byte[1 << 16];
            for (int read = log.read(bytes); read > 0; read = log.read(bytes)) {
                rest.append(new String(bytes, 0, read, StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the mail server's log can't be read", e);
        }
        int whole = rest.lastIndexOf("\n") + 1;
        List<String> lines = rest.substring(0, whole).lines().toList();
        rest.delete(0, whole);
        for (String line : lines) {
            int space = line.indexOf(' ');
            accepted.putIfAbsent(line.substring(space + 1), Long.valueOf(line.substring(0, space)));
            count++;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            log.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
