package dev.hapax.bench.lab;

import com.sun.management.OperatingSystemMXBean;
import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A contender at a steady load, and how long it takes from the broker's acknowledgement of a message until a reader of committed
 * records has its decision. Both times are from the clock of this process.
 */
public final class SteadyLoad {

    /** As by default. */
    private static final Duration TTL = Duration.ofHours(24);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration END_WITHIN = Duration.ofSeconds(20);

    /** How far a guess may be off. */
    private static final int MOST_TIMES = 4;

    private final OperatingSystemMXBean machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Lab lab;
    private final Duration warmUp;
    private final Duration timed;
    private final @Nullable Path timelines;

    /**
     * @param warmUp for how long messages are sent before any is timed
     * @param timelines where a file goes for each run that says when messages were slow; null for nowhere
     */
    public SteadyLoad(Lab lab, Duration warmUp, Duration timed, @Nullable Path timelines) {
        this.lab = lab;
        this.warmUp = warmUp;
        this.timed = timed;
        this.timelines = timelines;
    }

    /** How many messages a run at this rate times. */
    public int messages(int rate) {
        return count(timed, rate);
    }

    private static int count(Duration duration, int rate) {
        return Math.toIntExact(duration.toMillis() * rate / 1_000);
    }

    /**
     * @param rate messages a second
     * @param half whether that is a guess to begin with: the messages that are timed then come at a rate that keeps half of
     *     the machine busy, contender, broker, sender and reader together
     * @throws ContenderException when the contender ends by itself or nothing comes out of it
     */
    public Latencies run(
            Entry entry, String group, int rate, boolean half, List<String> jvmFlags, LongConsumer progress)
            throws InterruptedException {
        Path folder = lab.folder().resolve(group);
        String input = group + ".input";
        String output = group + ".decisions";
        lab.createTopic(input);
        Job job = new Job(lab.bootstrap(), input, output, group, entry.threads(), TTL, TTL, folder, entry.options());
        if (!entry.program().name().equals("hapax")) {
            lab.createTopic(output);
        }
        int most = 1 + count(warmUp, rate) + count(timed, half ? rate * MOST_TIMES : rate);
        try (ContenderProcess process = lab.start(entry.program(), job, jvmFlags)) {
            awaitTopic(output, process);
            try (Arrivals arrivals = new Arrivals(lab.bootstrap(), output, most);
                    Pacer pacer = new Pacer(lab.bootstrap(), input, most)) {
                return new Trial(group, process, pacer, arrivals).run(rate, half, progress);
            }
        } finally {
            lab.deleteTopics(group);
            WorkFolder.delete(folder);
        }
    }

    private void awaitTopic(String topic, ContenderProcess process) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!lab.hasTopic(topic)) {
            process.requireAlive();
            if (System.nanoTime() > deadline) {
                throw new ContenderException(
                        "it did not start within " + PATIENCE.toMinutes() + " minutes" + process.lastWords());
            }
            Thread.sleep(50);
        }
    }

    /** What the machine is watched at. */
    @FunctionalInterface
    private interface Sending {
        void run() throws InterruptedException;
    }

    /** One run, once everyone is there. */
    private final class Trial {

        private final String group;
        private final ContenderProcess process;
        private final Pacer pacer;
        private final Arrivals arrivals;

        Trial(String group, ContenderProcess process, Pacer pacer, Arrivals arrivals) {
            this.group = group;
            this.process = process;
            this.pacer = pacer;
            this.arrivals = arrivals;
        }

        Latencies run(int rate, boolean half, LongConsumer progress) throws InterruptedException {
            // One alone, to wait for the contender; then it is warmed up, and may catch up with what it was too cold
            // for.
            pacer.send(1, rate, ignored -> {});
            await(0, PATIENCE);
            int cold = count(warmUp, rate) * 3 / 4;
            pacer.send(cold, rate, ignored -> {});
            double warm = busyWhile(() -> pacer.send(count(warmUp, rate) - cold, rate, ignored -> {}));
            await(pacer.unique() - 1, PATIENCE);
            int timedRate = half ? halfLoad(rate, warm) : rate;
            int first = pacer.unique();
            double busy = busyWhile(() -> pacer.send(count(timed, timedRate), timedRate, progress));
            return latencies(first, pacer.unique(), new Latencies.Load(timedRate, busy));
        }

        /** The rate at which half of the machine would be busy, as far as work grows with it. */
        private int halfLoad(int rate, double busy) {
            return busy <= 0 ? rate : (int) Math.min((double) rate * MOST_TIMES, rate * 0.5 / busy);
        }

        /** The share of all cores that are at work meanwhile. */
        private double busyWhile(Sending sending) throws InterruptedException {
            // Each call covers the time since the last one.
            machine.getCpuLoad();
            sending.run();
            return machine.getCpuLoad();
        }

        private boolean await(int number, Duration patience) throws InterruptedException {
            long deadline = System.nanoTime() + patience.toNanos();
            while (arrivals.nanos(number) == 0 && System.nanoTime() < deadline) {
                process.requireAlive();
                Thread.sleep(10);
            }
            return arrivals.nanos(number) != 0;
        }

        private Latencies latencies(int first, int end, Latencies.Load load) throws InterruptedException {
            long[] nanos = new long[end - first];
            int found = 0;
            SlowMessages timeline = new SlowMessages();
            Duration patience = END_WITHIN;
            for (int number = first; number < end; number++) {
                if (await(number, patience)) {
                    nanos[found] = Math.max(0, arrivals.nanos(number) - pacer.nanos(number));
                    timeline.add(pacer.nanos(number), nanos[found]);
                    found++;
                } else {
                    patience = Duration.ZERO;
                }
            }
            if (timelines != null) {
                timeline.write(timelines.resolve(group + ".csv"));
            }
            return Latencies.of(Arrays.copyOf(nanos, found), nanos.length - found, load);
        }
    }

    /** When messages were slow: the worst of each tenth of a second, to be laid beside a recording of the contender. */
    static final class SlowMessages {

        private static final long STEP = 100_000_000;

        /** By step of the clock, how many were sent in it and the longest any of them took, in nanoseconds. */
        private final SortedMap<Long, long[]> steps = new TreeMap<>();

        void add(long sentNanos, long tookNanos) {
            long[] step = steps.computeIfAbsent(Math.floorDiv(sentNanos, STEP), unused -> new long[2]);
            step[0]++;
            step[1] = Math.max(step[1], tookNanos);
        }

        void write(Path file) {
            long now = System.nanoTime();
            Instant today = Instant.now();
            List<String> lines = new ArrayList<>();
            lines.add("time,messages,worst_ms");
            steps.forEach((step, seen) -> lines.add(String.format(
                    Locale.ROOT, "%s,%d,%.1f", today.minusNanos(now - step * STEP), seen[0], seen[1] / 1e6)));
            try {
                Files.write(file, lines);
            } catch (IOException e) {
                throw new UncheckedIOException(file + " can't be written", e);
            }
        }
    }

    /**
     * How long messages took, in milliseconds.
     *
     * @param messages how many were timed
     * @param missing how many of those sent never came out
     * @param load what they were sent under
     */
    public record Latencies(double p50, double p99, double p999, double max, long messages, long missing, Load load) {

        /**
         * What a machine had to carry.
         *
         * @param rate messages a second
         * @param busy the share of all cores that were busy; below 0 if the system does not report it
         */
        public record Load(int rate, double busy) {}

        static Latencies of(long[] nanos, long missing, Load load) {
            if (nanos.length == 0) {
                throw new ContenderException("none of " + missing + " messages came out");
            }
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return new Latencies(
                    at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), at(sorted, 1), sorted.length, missing, load);
        }

        private static double at(long[] sorted, double share) {
            int rank = (int) Math.ceil(share * sorted.length);
            return sorted[Math.max(0, rank - 1)] / 1e6;
        }
    }
}
