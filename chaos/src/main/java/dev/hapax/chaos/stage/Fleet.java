package dev.hapax.chaos.stage;

import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The instances of an application, by number; each has a state folder of its own, which it keeps over restarts. */
public final class Fleet implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final Application application;
    private final Journal journal;
    private final Map<Integer, HapaxProcess> running = new TreeMap<>();
    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private UnaryOperator<ApplicationConfig> settings;
    private final List<Undo> undone = new ArrayList<>();
    private int endedByThemselves;

    public Fleet(Application application, Journal journal, UnaryOperator<ApplicationConfig> settings) {
        this.application = application;
        this.journal = journal;
        this.settings = settings;
    }

    /** Lays more settings over those instances start with from now on. */
    public void configure(UnaryOperator<ApplicationConfig> more) {
        UnaryOperator<ApplicationConfig> before = settings;
        settings = config -> more.apply(before.apply(config));
    }

    public ApplicationConfig config(int number) {
        return settings.apply(application.config(stateName(number)));
    }

    public Path state(int number) {
        return application.stateFolder(stateName(number));
    }

    private static String stateName(int number) {
        return "state-" + number;
    }

    public void start(int number) throws IOException {
        ports.putIfAbsent(number, freePort());
        running.put(number, application.start(config(number).set("admin", "port", ports.getOrDefault(number, 0))));
        journal.note("instance " + number + " started");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public HapaxProcess instance(int number) {
        HapaxProcess process = running.get(number);
        if (process == null) {
            throw new IllegalStateException("instance " + number + " is not running");
        }
        return process;
    }

    /** As by {@code kill -9}. */
    public void kill(int number) throws InterruptedException {
        instance(number).kill();
        running.remove(number);
    }

    /** Stops it in good order, which it must manage. */
    public void stop(int number) throws Exception {
        HapaxProcess process = instance(number);
        process.terminate();
        int code = process.exitCode(LONG.toSeconds());
        running.remove(number);
        if (code != 0) {
            throw new AssertionError(
                    "instance " + number + " ended with " + code + " when asked to stop:\n" + tail(process.printed()));
        }
        journal.note("instance " + number + " stopped");
    }

    public List<Integer> running() {
        return new ArrayList<>(running.keySet());
    }

    /** Whether it says itself that it is restored and at work. */
    public boolean isReady(int number) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + ports.get(number) + "/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** How many records it has read from changelogs since it started, to restore or to keep copies. */
    public long restored(int number) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(number) + "/metrics"))
                .timeout(Duration.ofSeconds(5))
                .build();
        return http.send(request, BodyHandlers.ofLines())
                .body()
                .filter(line -> line.startsWith("kafka_consumer_fetch_manager_records_consumed_total{")
                        && line.contains("restore-consumer")
                        && !line.contains("topic="))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Waits until it is at work; what ends meanwhile is started again. */
    public void awaitReady(int number) {
        Patience.until("instance " + number + " is ready", LONG, () -> {
            supervise();
            return isReady(number);
        });
    }

    /** Starts again what has ended by itself, as whoever runs instances for a living does. */
    public void supervise() throws IOException {
        for (int number : running()) {
            HapaxProcess process = instance(number);
            if (!process.isAlive()) {
                endedByThemselves++;
                journal.note("instance " + number + " ended by itself, and is started again: " + lastWords(process));
                start(number);
            }
        }
    }

    public int endedByThemselves() {
        return endedByThemselves;
    }

    private static String lastWords(HapaxProcess process) throws IOException {
        return process.printedToErr()
                .lines()
                .filter(line -> line.contains("Stopping this instance") || line.startsWith("hapax:"))
                .reduce((first, second) -> second)
                .orElse("no reason given");
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 2000));
    }

    /** Something to undo when no instance is left. */
    public interface Undo {
        void run() throws IOException, InterruptedException;
    }

    public void onceClosed(Undo undo) {
        undone.add(undo);
    }

    @Override
    public void close() throws IOException {
        try {
            for (HapaxProcess process : running.values()) {
                process.kill();
            }
            for (Undo undo : undone) {
                undo.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
