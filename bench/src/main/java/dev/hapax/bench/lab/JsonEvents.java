package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** JSON events of about 400 bytes. */
public final class JsonEvents implements Recipe.Content {

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

    @Override
    public byte[] of(String identity, SplittableRandom random) {
        int customer = random.nextInt(1_000_000);
        String event = "{\"id\":\"" + identity + "\",\"type\":\"" + pick(TYPES, random)
                + "\",\"version\":3,\"customer\":{\"id\":\"c-" + customer + "\",\"email\":\"customer" + customer
                + "@example.com\",\"country\":\"DE\"},\"amount\":" + random.nextInt(100_000) / 100.0
                + ",\"currency\":\"EUR\",\"subject\":\"" + pick(SUBJECTS, random) + "\",\"text\":\""
                + pick(TEXTS, random) + "\",\"trace\":\"" + Long.toHexString(random.nextLong())
                + "\",\"retryable\":false}";
        return event.getBytes(StandardCharsets.UTF_8);
    }

    private static String pick(String[] words, SplittableRandom random) {
        return words[random.nextInt(words.length)];
    }
}
