package dev.hapax.chaos.delivery;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@link MailServer}, and its log of accepted mails, which outlives it. One port for each worker tells who has come. */
public final class MailServerProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String AT = "at ";

    /**
     * A conversation that stands still.
     *
     * @param port by which the client came
     * @param recipient {@code -} where none is named yet
     */
    public record Held(MailServer.Step step, int port, String recipient) {}

    private final Path log;
    private final List<Integer> ports;
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private Process process;

    private MailServerProcess(Path log, List<Integer> ports) throws IOException, InterruptedException {
        this.log = log;
        this.ports = ports;
        this.process = launch();
    }

    /** @param log of what it accepts, one recipient a line */
    public static MailServerProcess start(Path log, int workers) throws IOException, InterruptedException {
        List<ServerSocket> free = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            free.add(one);
            ports.add(one.getLocalPort());
        }
        for (ServerSocket one : free) {
            one.close();
        }
        return new MailServerProcess(log, List.copyOf(ports));
    }

    private Process launch() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ownClassPath(),
                MailServer.class.getName(),
                log.toString()));
        ports.forEach(port -> command.add(Integer.toString(port)));
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        log.resolveSibling(log.getFileName() + ".err").toFile()))
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(() -> lines.lines().forEach(told::add), "mail server");
        reader.setDaemon(true);
        reader.start();
        String first = told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (!"ready".equals(first)) {
            started.destroyForcibly();
            throw new IOException("the mail server did not start: " + first);
        }
        return started;
    }

    /** Where its class is, and the annotations it is compiled with. */
    private static String ownClassPath() {
        try {
            return Path.of(MailServer.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    + File.pathSeparator
                    + Path.of(Nullable.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public int port(int worker) {
        return ports.get(worker);
    }

    /** Which worker came by a port. */
    public int worker(int port) {
        return ports.indexOf(port);
    }

    /** Has the next conversation that comes to this step stand still. */
    public void hold(MailServer.Step step) throws IOException {
        told.clear();
        order("hold " + step);
    }

    /** The conversation that was held; null if none came in time. */
    public @Nullable Held await(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            String line = told.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (line == null) {
                return null;
            }
            if (line.startsWith(AT)) {
                String[] words = line.split(" ", 4);
                return new Held(MailServer.Step.valueOf(words[1]), Integer.parseInt(words[2]), words[3]);
            }
        }
    }

    /** Whether a client went away in the middle of this mail. */
    public boolean awaitCut(String recipient, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            String line = told.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (line == null) {
                return false;
            }
            if (line.equals("cut " + recipient)) {
                return true;
            }
        }
    }

    /** Lets what is held go on; holds and refuses nothing more. */
    public void release() throws IOException {
        order("go");
    }

    /** Answers every mail and every new client with 421, or every login with 535; until it is released. */
    public void refuse(int code) throws IOException {
        order("refuse " + code);
    }

    private void order(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** As by {@code kill -9}. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** On the same ports and the same log. */
    public void restart() throws IOException, InterruptedException {
        told.clear();
        process = launch();
    }

    /** How often it has accepted a mail, by recipient. */
    public Map<String, Integer> accepted() throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        if (Files.exists(log)) {
            Files.readAllLines(log).forEach(recipient -> counts.merge(recipient, 1, Integer::sum));
        }
        return counts;
    }

    /** How many mails it has accepted, twice accepted ones included. */
    public long acceptedCount() throws IOException {
        if (!Files.exists(log)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.count();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
