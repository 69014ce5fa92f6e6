package dev.hapax.operations;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A point in time as operators write it: ISO-8601, in UTC unless it says otherwise, or how long ago, such as {@code 2h}. */
public final class Moment {

    private static final Pattern AGO = Pattern.compile("(\\d{1,9})(s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));

    private Moment() {}

    /** @throws IllegalArgumentException that names the option, the text and what it may be */
    public static Instant parse(String option, String text, Instant now) {
        String given = text.strip();
        Matcher ago = AGO.matcher(given);
        try {
            if (given.toLowerCase(Locale.ROOT).equals("now")) {
                return now;
            }
            if (ago.matches()) {
                Duration unit = Objects.requireNonNull(UNITS.get(ago.group(2)));
                return now.minus(unit.multipliedBy(Long.parseLong(ago.group(1))));
            }
            if (given.startsWith("P")) {
                return now.minus(Duration.parse(given));
            }
            if (!given.contains("T")) {
                return LocalDate.parse(given).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean zoned = given.matches(".*(Z|[+-]\\d\\d(:?\\d\\d)?)$");
            return zoned
                    ? OffsetDateTime.parse(given).toInstant()
                    : LocalDateTime.parse(given).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    option + ": '" + text
                            + "' is not a time: must be such as 2026-05-05T16:53:20Z, 2026-05-05T16:53 (UTC),"
                            + " 2026-05-05, now, or how long ago: 90s, 30m, 2h, 7d",
                    e);
        }
    }
}
