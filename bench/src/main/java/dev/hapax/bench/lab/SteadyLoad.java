package dev.hapax.bench.lab;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.Job;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A contender at a steady load, and how long it takes from the broker's acknowledgement of a message until a reader of committed
 * records has its decision. One clock, that of this process, tells both.
 */
public final class SteadyLoad {

    private static final Duration TTL = Duration.ofMinutes(1);
    private static final Duration START_WITHIN = Duration.ofMinutes(2);
    private static final Duration END_WITHIN = Duration.ofSeconds(20);
    private static final double DUPLICATES = 0.2;
    private static final int REACH = 1_000;

    private final Lab lab;
    private final Duration warmUp;
    private final Duration timed;
    private final SplittableRandom random = new SplittableRandom(1);
    private final JsonEvents events = new JsonEvents();

    /**
     * @param warmUp for how long messages are sent before any is timed
     */
    public SteadyLoad(Lab lab, Duration warmUp, Duration timed) {
        this.lab = lab;
        this.warmUp = warmUp;
        this.timed = timed;
    }

    /** How many messages a run at this rate sends. */
    public long messages(int rate) {
        return warmUp.plus(timed).toMillis() * rate / 1_000;
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
        try (ContenderProcess process = lab.start(entry.program(), job, jvmFlags)) {
            awaitTopic(output, process);
            int most = (int) messages(rate) + 1;
            AtomicLongArray written = new AtomicLongArray(most);
            try (Arrivals arrivals = new Arrivals(lab.bootstrap(), output, most)) {
                int sent = send(input, rate, most, written, arrivals, process, progress);
                int firstTimed = (int)
                        (sent * (warmUp.toMillis() / (double) warmUp.plus(timed).toMillis()));
                return latencies(firstTimed, sent, written, arrivals, process);
            }
        } finally {
            lab.deleteTopics(group);
            WorkFolder.delete(folder);
        }
    }

    private void awaitTopic(String topic, ContenderProcess process) throws InterruptedException {
        long deadline = System.nanoTime() + START_WITHIN.toNanos();
        while (!lab.hasTopic(topic)) {
            process.requireAlive();
            if (System.nanoTime() > deadline) {
                throw new ContenderException(
                        "it did not start within " + START_WITHIN.toMinutes() + " minutes" + process.lastWords());
            }
            Thread.sleep(50);
        }
    }

    /** Sends what is due, every millisecond; the first alone, to wait for the contender's being there. */
    private int send(
            String input,
            int rate,
            int most,
            AtomicLongArray written,
            Arrivals arrivals,
            ContenderProcess process,
            LongConsumer progress)
            throws InterruptedException {
        byte[][] values = new byte[REACH][];
        int unique = 0;
        try (Sender sender = new Sender(lab.bootstrap(), 1)) {
            sendNew(sender, input, unique++, values, written);
            await(arrivals, 0, START_WITHIN, process);
            long began = System.nanoTime();
            long sent = 0;
            while (sent < most - 1) {
                long due = Math.min(most - 1, (System.nanoTime() - began) / 1_000 * rate / 1_000_000);
                for (; sent < due; sent++) {
                    if (random.nextDouble() < DUPLICATES) {
                        sendAgain(sender, input, unique - 1 - random.nextInt(Math.min(unique, REACH)), values);
                    } else {
                        sendNew(sender, input, unique++, values, written);
                    }
                }
                progress.accept(sent);
                Thread.sleep(1);
            }
        }
        return unique;
    }

    private void sendNew(Sender sender, String input, int number, byte[][] values, AtomicLongArray written) {
        String identity = Ticket.of(number);
        values[number % REACH] = events.of(identity, random);
        // Until it is acknowledged; a decision cannot be there before, but its reader may be quicker than our own
        // callback.
        written.set(number, System.nanoTime());
        sender.send(record(input, identity, values[number % REACH]), () -> written.set(number, System.nanoTime()));
    }

    private static void sendAgain(Sender sender, String input, int number, byte[][] values) {
        sender.send(record(input, Ticket.of(number), values[number % REACH]));
    }

    private static ProducerRecord<byte[], byte[]> record(String input, String identity, byte[] value) {
        return new ProducerRecord<>(input, identity.getBytes(StandardCharsets.UTF_8), value);
    }

    private static boolean await(Arrivals arrivals, int number, Duration patience, ContenderProcess process)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (arrivals.nanos(number) == 0 && System.nanoTime() < deadline) {
            process.requireAlive();
            Thread.sleep(10);
        }
        return arrivals.nanos(number) != 0;
    }

    private static Latencies latencies(
            int first, int end, AtomicLongArray written, Arrivals arrivals, ContenderProcess process)
            throws InterruptedException {
        long[] nanos = new long[end - first];
        int timed = 0;
        Duration patience = END_WITHIN;
        for (int number = first; number < end; number++) {
            if (await(arrivals, number, patience, process)) {
                nanos[timed++] = Math.max(0, arrivals.nanos(number) - written.get(number));
            } else {
                patience = Duration.ZERO;
            }
        }
        return Latencies.of(Arrays.copyOf(nanos, timed), nanos.length - timed);
    }
}
