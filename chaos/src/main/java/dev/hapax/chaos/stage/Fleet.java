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
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The instances of an application, by number; each has a state folder of its own, which it keeps over restarts. */
public final class Fleet implements AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LOWEST_PORT = 20_000;
    private static final int LOWEST_EPHEMERAL = 32_768;
    private static final Pattern LAG = Pattern.compile("\"lag\":\\{\"total\":(\\d+)");
    private static final String RESTORED = "kafka_consumer_fetch_manager_records_consumed_total";

    private final Application application;
    private final Journal journal;
    private final Map<Integer, HapaxProcess> running = new TreeMap<>();
    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final List<Undo> undos = new ArrayList<>();
    private final List<String> lastWords = new ArrayList<>();
    private UnaryOperator<ApplicationConfig> settings;

    public Fleet(Application application, Journal journal, UnaryOperator<ApplicationConfig> settings) {
        this.application = application;
        this.journal = journal;
        this.settings = settings;
    }

    /** Adds settings for the instances started from now on. */
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
        if (Leftovers.isEnding()) {
            throw new IllegalStateException("instance " + number + " is not started: everything is to end");
        }
        Integer port = ports.get(number);
        if (port == null) {
            // Another instance may have been given a port that it does not listen on yet.
            port = freePort(ports.values());
            ports.put(number, port);
        }
        running.put(number, application.start(config(number).set("admin", "port", port)));
        journal.note("instance " + number + " started");
    }

    /** A port below the ephemeral range, so that no connection uses it while the instance is down. */
    private static int freePort(Collection<Integer> given) {
        return new Random()
                .ints(LOWEST_PORT, LOWEST_EPHEMERAL)
                .limit(1000)
                .filter(port -> !given.contains(port) && isFree(port))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no port between " + LOWEST_PORT + " and " + LOWEST_EPHEMERAL + " is free"));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    public HapaxProcess instance(int number) {
        HapaxProcess process = running.get(number);
        if (process == null) {
            throw new IllegalStateException("instance " + number + " is not running");
        }
        return process;
    }

    /** As by {@code kill -9}; false when it had ended by itself before. */
    public boolean kill(int number) throws IOException, InterruptedException {
        HapaxProcess process = instance(number);
        boolean alive = process.isAlive();
        if (!alive) {
            noteEnd(number, process);
        }
        process.kill();
        running.remove(number);
        return alive;
    }

    /** Stops it cleanly, and fails if it does not. */
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

    /** The state that an instance reports. */
    public enum Health {
        READY,
        /** It reads its guard from the changelog. */
        RESTORING,
        /** It joins, or waits for tasks that are being handed out. */
        JOINING,
        /** It does not answer, or not yet. */
        SILENT
    }

    public boolean isReady(int number) {
        return health(number) == Health.READY;
    }

    public Health health(int number) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + ports.get(number) + "/health/ready"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                return Health.READY;
            }
            return answer.body().contains("restoring") ? Health.RESTORING : Health.JOINING;
        } catch (IOException e) {
            return Health.SILENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.SILENT;
        }
    }

    /** The lag of the whole group as an instance reports it, at the inputs and before the guard; -1 if unknown. */
    public long lag(int number) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + ports.get(number) + "/api/status"))
                .timeout(Duration.ofSeconds(5))
                .build();
        Matcher lag = LAG.matcher(http.send(request, BodyHandlers.ofString()).body());
        return lag.find() ? Long.parseLong(lag.group(1)) : -1;
    }

    /** How many changelog records it has read since it started, for active and standby tasks. */
    public long restored(int number) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(number) + "/metrics"))
                .timeout(Duration.ofSeconds(5))
                .build();
        LongSummaryStatistics read = http.send(request, BodyHandlers.ofLines())
                .body()
                .filter(line -> line.startsWith(RESTORED + "{") && line.contains("restore-consumer"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .summaryStatistics();
        if (read.getCount() == 0) {
            throw new AssertionError("instance " + number + " has no " + RESTORED + " of its restore consumers");
        }
        return read.getSum();
    }

    /** Waits until it is ready. Instances that stop meanwhile are started again. */
    public void awaitReady(int number) {
        Patience.until("instance " + number + " is ready", LONG, () -> {
            supervise();
            return isReady(number);
        });
    }

    /** Starts instances that have stopped by themselves again, as an orchestrator does. */
    public void supervise() throws IOException {
        for (int number : running()) {
            HapaxProcess process = instance(number);
            if (!process.isAlive()) {
                noteEnd(number, process);
                start(number);
            }
        }
    }

    private void noteEnd(int number, HapaxProcess process) throws IOException {
        String words = lastWords(process);
        lastWords.add(words);
        journal.note("instance " + number + " ended by itself: " + words);
    }

    /** The reasons of the instances that stopped by themselves, one for each time. */
    public List<String> lastWords() {
        return List.copyOf(lastWords);
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
        undos.add(undo);
    }

    @Override
    public void close() throws IOException {
        // All of them at once, before anything can come in between.
        running.values().forEach(HapaxProcess::close);
        try {
            for (HapaxProcess process : running.values()) {
                process.kill();
            }
            for (Undo undo : undos) {
                undo.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
