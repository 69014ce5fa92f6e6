package dev.hapax.demo.stream;

import java.util.List;
import java.util.Random;

/** Seeded random choices: the same on every machine and in every Java version, because {@link Random} is specified. */
final class Dice {

    private final Random random;

    private Dice(long seed) {
        this.random = new Random(seed);
    }

    /** The dice of one message. Those of neighbouring numbers are independent. */
    static Dice of(long seed, long number) {
        long mixed = seed * 0x9e3779b97f4a7c15L + number + 1;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return new Dice(mixed ^ (mixed >>> 31));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both ends included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    <T> T pick(List<T> list) {
        return list.get(below(list.size()));
    }

    /** So many hexadecimal digits. */
    String hex(int digits) {
        StringBuilder hex = new StringBuilder(digits);
        for (int i = 0; i < digits; i++) {
            hex.append(Character.forDigit(random.nextInt(16), 16));
        }
        return hex.toString();
    }
}
