package dev.hapax.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A kind of value: what the reference calls it, how it is read, and how it is printed.
 *
 * @param parse throws IllegalArgumentException whose message is the rule, without the text
 * @param print to what both YAML and JSON can hold
 */
record SettingType<T>(String name, Function<String, T> parse, Function<T, Object> print) {

    static final SettingType<String> TEXT = new SettingType<>("text", text -> text, text -> text);
    static final SettingType<Integer> COUNT = new SettingType<>("whole number", SettingType::count, count -> count);
    static final SettingType<Double> SHARE = new SettingType<>("number", SettingType::number, share -> share);
    static final SettingType<Boolean> FLAG = new SettingType<>("true or false", SettingType::flag, flag -> flag);
    static final SettingType<Duration> DURATION =
            new SettingType<>("duration", DurationText::parse, DurationText::format);
    static final SettingType<Long> SIZE = new SettingType<>("size", SizeText::parse, SizeText::format);
    /** Of something that lives in one array. */
    static final SettingType<Integer> BYTES =
            new SettingType<>("size", SizeText::parseInt, bytes -> SizeText.format(bytes.longValue()));

    /** The constants of an enum, as a file writes them. */
    static <E extends Enum<E>> SettingType<E> oneOf(Class<E> type) {
        String names = Arrays.stream(type.getEnumConstants())
                .map(SettingType::fileName)
                .collect(Collectors.joining(", "));
        return new SettingType<>(
                "one of " + names,
                text -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> fileName(constant).equals(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("must be one of " + names)),
                SettingType::fileName);
    }

    private static String fileName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static int count(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("must be a whole number");
        }
    }

    private static double number(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for NaN and infinity.
        }
        throw new IllegalArgumentException("must be a number such as 0.5");
    }

    private static boolean flag(String text) {
        return switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }
}
