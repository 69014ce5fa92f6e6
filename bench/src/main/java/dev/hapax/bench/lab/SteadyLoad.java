package dev.hapax.bench.lab;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A contender at a steady load, and how long it takes from the broker's acknowledgement of a message until a reader of committed
 * records has its decision. One clock, that of this process, tells both.
 */
public final class SteadyLoad {

    /** As by default. */
    private static final Duration TTL = Duration.ofHours(24);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration END_WITHIN = Duration.ofSeconds(20);

    private final Lab lab;
    private final Duration warmUp;
    private final Duration timed;

    /**
     * @param warmUp for how long messages are sent before any is timed
     */
    public SteadyLoad(Lab lab, Duration warmUp, Duration timed) {
        this.lab = lab;
        this.warmUp = warmUp;
        this.timed = timed;
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
     * @throws ContenderException when the contender ends by itself or nothing comes out of it
     */
    public Latencies run(Entry entry, String group, int rate, List<String> jvmFlags, LongConsumer progress)
            throws InterruptedException {
        Path folder = lab.folder().resolve(group);
        String input = group + ".input";
        String output = group + ".decisions";
        lab.createTopic(input);
        Job job = new Job(lab.bootstrap(), input, output, group, entry.threads(), TTL, TTL, folder, entry.options());
        if (!entry.program().name().equals("hapax")) {
            lab.createTopic(output);
        }
        int most = 1 + count(warmUp, rate) + count(timed, rate);
        try (ContenderProcess process = lab.start(entry.program(), job, jvmFlags)) {
            awaitTopic(output, process);
            try (Arrivals arrivals = new Arrivals(lab.bootstrap(), output, most);
                    Pacer pacer = new Pacer(lab.bootstrap(), input, most)) {
                return new Trial(process, pacer, arrivals).run(rate, progress);
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

    /** One run, once everyone is there. */
    private final class Trial {

        private final ContenderProcess process;
        private final Pacer pacer;
        private final Arrivals arrivals;

        Trial(ContenderProcess process, Pacer pacer, Arrivals arrivals) {
            this.process = process;
            this.pacer = pacer;
            this.arrivals = arrivals;
        }

        Latencies run(int rate, LongConsumer progress) throws InterruptedException {
            // One alone, to wait for the contender; then it is warmed up, and may catch up with what it was too cold
            // for.
            pacer.send(1, rate, ignored -> {});
            await(0, PATIENCE);
            pacer.send(count(warmUp, rate), rate, ignored -> {});
            await(pacer.unique() - 1, PATIENCE);
            int first = pacer.unique();
            pacer.send(count(timed, rate), rate, progress);
            return latencies(first, pacer.unique());
        }

        private boolean await(int number, Duration patience) throws InterruptedException {
            long deadline = System.nanoTime() + patience.toNanos();
            while (arrivals.nanos(number) == 0 && System.nanoTime() < deadline) {
                process.requireAlive();
                Thread.sleep(10);
            }
            return arrivals.nanos(number) != 0;
        }

        private Latencies latencies(int first, int end) throws InterruptedException {
            long[] nanos = new long[end - first];
            int found = 0;
            Duration patience = END_WITHIN;
            for (int number = first; number < end; number++) {
                if (await(number, patience)) {
                    nanos[found++] = Math.max(0, arrivals.nanos(number) - pacer.nanos(number));
                } else {
                    patience = Duration.ZERO;
                }
            }
            return Latencies.of(Arrays.copyOf(nanos, found), nanos.length - found);
        }
    }
}
