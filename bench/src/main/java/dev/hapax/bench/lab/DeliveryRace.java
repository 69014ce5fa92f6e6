package dev.hapax.bench.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** One contender sends all mails to a server of its own. The first part of them warms it up; over the rest it is measured. */
public final class DeliveryRace {

    static final double WARM_UP = 0.3;
    /** At the very end some partitions are done before others. */
    private static final double FINISH = 0.95;

    private static final long LOOK_EVERY_MILLIS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Whoever sends something twice may do so late. */
    private static final long LINGER_MILLIS = 500;

    private DeliveryRace() {}

    /**
     * What is to be done.
     *
     * @param name of the run
     * @param connections to the mail server
     * @param flags adds to the flags of a JVM of this name
     */
    public record Task(
            String name, Path folder, MailSink sink, long messages, int connections, UnaryOperator<String> flags) {

        List<String> jvmFlags(String process) {
            String added = flags.apply(name + "-" + process);
            return added.isEmpty() ? List.of() : List.of(added.split(" "));
        }

        List<String> jvmFlags() {
            return jvmFlags("send");
        }
    }

    /**
     * What one run came to; CPU in microseconds a delivery.
     *
     * @param sink the mail server, the same for all
     * @param twice mails that the server accepted more than once
     */
    public record Run(double perSecond, double sender, double ledger, double server, double sink, long twice) {

        /** Of all that belongs to the contender. */
        public double cpu() {
            return sender + ledger + server;
        }
    }

    /** @throws ContenderException when the contender ends by itself or gets stuck */
    public static Run run(Deliverer deliverer, Task task, LongConsumer progress) throws InterruptedException {
        deliverer.start();
        Sample start = await(deliverer, task, (long) (task.messages() * WARM_UP), progress);
        Sample end = await(deliverer, task, (long) (task.messages() * FINISH), progress);
        await(deliverer, task, task.messages(), progress);
        Thread.sleep(LINGER_MILLIS);
        double count = end.count - start.count;
        return new Run(
                count * 1e9 / (end.nanos - start.nanos),
                micros(start.usage.sender(), end.usage.sender()) / count,
                micros(start.usage.ledger(), end.usage.ledger()) / count,
                micros(start.usage.server(), end.usage.server()) / count,
                micros(start.sink, end.sink) / count,
                task.sink().twice());
    }

    private record Sample(long nanos, long count, Deliverer.Usage usage, Duration sink) {}

    private static Sample await(Deliverer deliverer, Task task, long goal, LongConsumer progress)
            throws InterruptedException {
        long reached = -1;
        long since = System.nanoTime();
        while (true) {
            long count = task.sink().count();
            long now = System.nanoTime();
            progress.accept(count);
            if (count >= goal) {
                return new Sample(now, count, deliverer.usage(), task.sink().cpu());
            }
            deliverer.requireAlive();
            if (count > reached) {
                reached = count;
                since = now;
            } else if (now - since > PATIENCE.toNanos()) {
                throw new ContenderException("it stood still at delivery " + count + " of " + goal + " for "
                        + PATIENCE.toMinutes() + " minutes");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private static double micros(Duration start, Duration end) {
        return end.minus(start).toNanos() / 1e3;
    }
}
