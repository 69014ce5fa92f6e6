package dev.hapax.chaos.stage;

import java.util.Random;

/**
 * What is sent, one message after the other, as it follows from a seed: of each hundred about twenty are copies, two are poison,
 * one contradicts an earlier one.
 */
final class Traffic {

    private static final String[] SUBJECTS = {"Payment failed", "Your invoice", "Disk full on db-1", "Weekly newsletter"
    };

    /** A message to be sent. */
    record Item(String key, String value) {}

    private final Random random;
    private int next;

    Traffic(long seed) {
        this.random = new Random(seed);
    }

    Item next() {
        int dice = random.nextInt(100);
        if (dice < 2) {
            return new Item("poison-" + next, "{broken " + next);
        }
        if (dice < 23 && next > 0) {
            int earlier = random.nextInt(next);
            return item(earlier, dice < 3 ? "Something else" : subject(earlier));
        }
        int number = next++;
        return item(number, subject(number));
    }

    private static Item item(int number, String subject) {
        String id = "m" + number;
        return new Item(id, "{\"id\":\"%s\",\"subject\":\"%s\"}".formatted(id, subject));
    }

    private static String subject(int number) {
        return SUBJECTS[number % SUBJECTS.length];
    }
}
