package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * JSON events of about 400 bytes, one a millisecond of event time, in which one of five repeats an earlier one. The same
 * seed gives the same events.
 */
final class Generator {

    /** How far back a repetition may reach. */
    private static final int REACH = 20_000;

    private static final String[] TYPES = {
        "payment.settled", "payment.failed", "order.shipped", "order.created", "invoice.overdue", "account.updated"
    };
    private static final String[] SUBJECTS = {
        "Your receipt from Northwind", "Build 4711 finished", "Weekly summary", "Password changed on a new device",
        "Delivery planned for Thursday", "Invoice 2031 is overdue", "Your statement is ready", "Meeting moved to 3 pm"
    };
    private static final String[] TEXTS = {
        "We have received your order and will tell you as soon as it leaves our warehouse.",
        "Nothing for you to do: this is a record of what changed on your account today.",
        "The payment could not be collected. Please check the details before Friday.",
        "Thanks for joining the call. Notes and the recording are in the shared folder."
    };

    private final String topic;
    private final double duplicates;
    private final long firstTime;
    private final SplittableRandom random;
    private final byte[][] keys = new byte[REACH][];
    private final byte[][] values = new byte[REACH][];
    private long made;
    private long unique;

    Generator(String topic, double duplicates, long firstTime, long seed) {
        this.topic = topic;
        this.duplicates = duplicates;
        this.firstTime = firstTime;
        this.random = new SplittableRandom(seed);
    }

    ProducerRecord<byte[], byte[]> next() {
        long time = firstTime + made++;
        if (unique > 0 && random.nextDouble() < duplicates) {
            int earlier = (int) ((unique - 1 - random.nextLong(Math.min(unique, REACH))) % REACH);
            return new ProducerRecord<>(topic, null, time, keys[earlier], values[earlier]);
        }
        int slot = (int) (unique++ % REACH);
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        keys[slot] = id.getBytes(StandardCharsets.UTF_8);
        values[slot] = event(id).getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(topic, null, time, keys[slot], values[slot]);
    }

    /** How many of those made so far were the first of their identity. */
    long unique() {
        return unique;
    }

    private String event(String id) {
        int customer = random.nextInt(1_000_000);
        return "{\"id\":\"" + id + "\",\"type\":\"" + pick(TYPES) + "\",\"version\":3,\"customer\":{\"id\":\"c-"
                + customer
                + "\",\"email\":\"customer" + customer + "@example.com\",\"country\":\"DE\"},\"amount\":"
                + random.nextInt(100_000) / 100.0 + ",\"currency\":\"EUR\",\"subject\":\"" + pick(SUBJECTS)
                + "\",\"text\":\"" + pick(TEXTS) + "\",\"trace\":\"" + Long.toHexString(random.nextLong())
                + "\",\"retryable\":false}";
    }

    private String pick(String[] words) {
        return words[random.nextInt(words.length)];
    }
}
