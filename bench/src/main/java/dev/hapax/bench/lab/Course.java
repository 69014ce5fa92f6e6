package dev.hapax.bench.lab;

import dev.hapax.bench.contender.Job;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The progress of a contender through its input, by the committed offsets of its group. */
final class Course {

    private static final long LOOK_EVERY_MILLIS = 25;
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Lab lab;
    private final ContenderProcess process;
    private final Job job;
    private final @Nullable GuardServer server;
    private long reached;
    private long since = System.nanoTime();

    Course(Lab lab, ContenderProcess process, Job job, @Nullable GuardServer server) {
        this.lab = lab;
        this.process = process;
        this.job = job;
        this.server = server;
    }

    /**
     * Waits until so many messages are done.
     *
     * @throws ContenderException when the contender ends by itself or gets stuck
     */
    UsageSample await(long goal, LongConsumer progress) throws InterruptedException {
        while (true) {
            long read = read(progress);
            // Asked only now, so that the asking costs the broker next to nothing.
            long done = read < goal ? read : done(read);
            if (done >= goal) {
                return UsageSample.now(done, process, lab, server);
            }
            requireProgress(done, goal);
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    /** Lets so much time pass, and then goes on to the next commit, if there is one soon. */
    UsageSample let(Duration pass, LongConsumer progress) throws InterruptedException {
        long end = System.nanoTime() + pass.toNanos();
        long read = read(progress);
        while (System.nanoTime() < end) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            read = read(progress);
        }
        long soon = System.nanoTime() + SOON.toNanos();
        long next = read;
        while (next == read && System.nanoTime() < soon) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            next = read(progress);
        }
        return UsageSample.now(done(next), process, lab, server);
    }

    /**
     * A message that waits in a repartition topic is half done: it has been read, taken in and written, and has still to be read,
     * guarded and published. Counted as a whole one, or not at all, it would make a contender look cheaper or dearer whenever
     * there are more of them at the end than at the start.
     */
    private long done(long read) {
        return read - lab.waiting(job.group(), read) / 2;
    }

    private long read(LongConsumer progress) {
        process.requireAlive();
        long read = lab.committed(job.group(), job.input());
        progress.accept(read);
        return read;
    }

    private void requireProgress(long done, long goal) {
        if (done > reached) {
            reached = done;
            since = System.nanoTime();
        } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
            throw new ContenderException("it stood still at message " + done + " of " + goal + " for "
                    + PATIENCE.toMinutes() + " minutes" + process.lastWords());
        }
    }

    /** What everyone has used at one moment of a run. */
    record UsageSample(long nanos, long done, Duration cpu, Duration serverCpu, Duration brokerCpu) {

        static UsageSample now(long done, ContenderProcess process, Lab lab, @Nullable GuardServer server) {
            return new UsageSample(
                    System.nanoTime(),
                    done,
                    process.cpu(),
                    server == null ? Duration.ZERO : server.cpu(),
                    lab.brokerCpu());
        }
    }
}
