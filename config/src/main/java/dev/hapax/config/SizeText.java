package dev.hapax.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 512B}, {@code 64KiB}, {@code 1MiB}, {@code 2GiB}. */
final class SizeText {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*(B|KiB|MiB|GiB)");
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");

    private SizeText() {}

    /** @throws IllegalArgumentException whose message is the rule, without the text */
    static long parse(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("must be a size such as 512B, 64KiB, 1MiB or 2GiB");
        }
        try {
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * UNITS.indexOf(matcher.group(2))));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("is more bytes than a machine has");
        }
    }

    /** A size of something that lives in one array. */
    static int parseInt(String text) {
        long size = parse(text);
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("must be less than 2GiB");
        }
        return (int) size;
    }

    static String format(long bytes) {
        long size = bytes;
        int unit = 0;
        while (size != 0 && size % 1024 == 0 && unit < UNITS.size() - 1) {
            size /= 1024;
            unit++;
        }
        return size + UNITS.get(unit);
    }
}
