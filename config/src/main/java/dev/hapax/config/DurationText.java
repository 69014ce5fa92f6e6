package dev.hapax.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 24h}, {@code 7d}, or ISO-8601. */
public final class DurationText {

    private static final String RULE = "must be a duration such as 500ms, 10s, 5m, 24h, 7d or PT24H";
    private static final Pattern SHORT = Pattern.compile("(-?\\d{1,15})\\s*(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));
    /** Beyond a century milliseconds added to timestamps come near overflow, and a typing error is likelier than a wish. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private DurationText() {}

    /** @throws IllegalArgumentException whose message is the rule, without the text */
    public static Duration parse(String text) {
        Duration duration = parseAny(text.strip());
        if (duration.abs().compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("must be at most " + format(LONGEST));
        }
        if (duration.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("must be whole milliseconds: record timestamps have no finer grain");
        }
        return duration;
    }

    private static Duration parseAny(String text) {
        try {
            Matcher matcher = SHORT.matcher(text);
            if (matcher.matches()) {
                return Objects.requireNonNull(UNITS.get(matcher.group(2)))
                        .multipliedBy(Long.parseLong(matcher.group(1)));
            }
            return Duration.parse(text);
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(RULE);
        }
    }

    /** In the largest unit that divides it, though a day stays 24h: that is how a TTL is spoken of. */
    static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        }
        if (millis % 86_400_000 == 0 && Math.abs(millis) > 86_400_000) {
            return millis / 86_400_000 + "d";
        }
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
