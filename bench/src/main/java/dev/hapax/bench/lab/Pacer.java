package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends numbered events at a steady rate, some of them twice, and records when the broker acknowledged each. */
final class Pacer implements AutoCloseable {

    private static final double DUPLICATES = 0.2;

    /** How far back a repetition may be. */
    private static final int REACH = 1_000;

    private final MessageSender sender;
    private final String topic;
    private final AtomicLongArray nanos;
    private final SplittableRandom random = new SplittableRandom(1);
    private final JsonEvents events = new JsonEvents();
    private final byte[][] values = new byte[REACH][];
    private int unique;

    /**
     * @param most events that will be sent
     */
    Pacer(String bootstrap, String topic, int most) {
        this.sender = new MessageSender(bootstrap, 1);
        this.topic = topic;
        this.nanos = new AtomicLongArray(most);
    }

    /** How many different ones were sent so far; their numbers are lower than this. */
    int unique() {
        return unique;
    }

    /** When the broker had it. */
    long nanos(int number) {
        return nanos.get(number);
    }

    /** Sends so many, those that are due every millisecond. */
    void send(int count, int rate, LongConsumer progress) throws InterruptedException {
        long began = System.nanoTime();
        long sent = 0;
        while (sent < count) {
            long due = Math.min(count, (System.nanoTime() - began) / 1_000 * rate / 1_000_000);
            for (; sent < due; sent++) {
                if (unique > 0 && random.nextDouble() < DUPLICATES) {
                    sendAgain(unique - 1 - random.nextInt(Math.min(unique, REACH)));
                } else {
                    sendNew(unique++);
                }
            }
            progress.accept(sent);
            Thread.sleep(1);
        }
    }

    private void sendNew(int number) {
        String identity = Arrivals.identity(number);
        values[number % REACH] = events.of(identity, random);
        // In place of the acknowledgement, should the decision's reader be quicker than our own callback.
        nanos.set(number, System.nanoTime());
        sender.send(record(identity, values[number % REACH]), () -> nanos.set(number, System.nanoTime()));
    }

    private void sendAgain(int number) {
        sender.send(record(Arrivals.identity(number), values[number % REACH]));
    }

    private ProducerRecord<byte[], byte[]> record(String identity, byte[] value) {
        return new ProducerRecord<>(topic, identity.getBytes(StandardCharsets.UTF_8), value);
    }

    @Override
    public void close() {
        sender.close();
    }
}
