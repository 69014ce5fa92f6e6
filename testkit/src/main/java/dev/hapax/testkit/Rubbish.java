package dev.hapax.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Values that a format has to refuse or to read, but never to fail on. Always the same ones for the same samples. */
final class Rubbish {

    private static final long SEED = 17;
    private static final int RANDOM = 256;
    private static final int LONGEST_RANDOM = 64;
    private static final int CUTS = 256;
    private static final int FLIPS = 128;
    private static final int NESTED = 100_000;
    private static final int LARGE = 1_000_000;

    /** Beginnings of structures, to be repeated without an end. */
    private static final List<String> OPENINGS = List.of(
            "[", "{", "(", "<", "<a>", "{\"a\":", "[{\"a\":", "\"", "\\", "'", "a=", "a: ", "\n ", "--", "=", ";", ",");

    private final List<Input> inputs = new ArrayList<>();
    private final Random random = new Random(SEED);

    private Rubbish() {}

    static List<Input> from(List<Input> samples) {
        Rubbish rubbish = new Rubbish();
        rubbish.fixed();
        for (Input sample : samples) {
            rubbish.spoilt(sample.origin(), sample.value());
        }
        rubbish.random();
        return rubbish.inputs;
    }

    private void fixed() {
        add("an empty value", new byte[0]);
        add("a zero byte", new byte[1]);
        add("white space", bytes(" \t\r\n "));
        add("a byte order mark", new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        add("half a character", new byte[] {'a', (byte) 0xC3});
        add("half a surrogate pair", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
        add("letters without end", bytes("a".repeat(LARGE)));
        add("digits without end", bytes("9".repeat(LARGE)));
        add("zero bytes without end", new byte[LARGE]);
        for (String opening : OPENINGS) {
            add("'" + opening + "' repeated", bytes(opening.repeat(NESTED)));
        }
    }

    private void spoilt(String origin, byte @Nullable [] value) {
        if (value == null) {
            return;
        }
        int step = Math.max(1, value.length / CUTS);
        for (int length = 1; length < value.length; length += step) {
            add(origin + " cut after " + length + " bytes", Arrays.copyOf(value, length));
        }
        for (int i = 0; i < FLIPS && value.length > 0; i++) {
            byte[] flipped = value.clone();
            int at = random.nextInt(value.length);
            flipped[at] = (byte) (flipped[at] ^ 1 << random.nextInt(Byte.SIZE));
            add(origin + " with another byte at " + at, flipped);
        }
        byte[] twice = Arrays.copyOf(value, 2 * value.length);
        System.arraycopy(value, 0, twice, value.length, value.length);
        add(origin + " twice", twice);
        add(origin + " with a zero byte behind it", Arrays.copyOf(value, value.length + 1));
    }

    private void random() {
        for (int i = 0; i < RANDOM; i++) {
            byte[] bytes = new byte[1 + random.nextInt(LONGEST_RANDOM)];
            random.nextBytes(bytes);
            add("random bytes " + i, bytes);
        }
    }

    private void add(String origin, byte[] value) {
        inputs.add(Input.of(origin, value, Map.of()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
