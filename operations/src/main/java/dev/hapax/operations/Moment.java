package dev.hapax.operations;

import dev.hapax.config.DurationText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;

/** A point in time as operators write it: ISO-8601, in UTC unless it says otherwise, or how long ago, such as {@code 2h}. */
public final class Moment {

    /** Times outside these have no number of milliseconds, or are written with a sign before the year. */
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private Moment() {}

    /** @throws IllegalArgumentException that names the option, the text and what it may be */
    public static Instant parse(String option, String text, Instant now) {
        Instant moment = read(option, text, now);
        if (moment.isBefore(EARLIEST) || moment.isAfter(LATEST)) {
            throw new IllegalArgumentException(option + ": '" + text + "' must be from " + EARLIEST + " to " + LATEST
                    + ". Use a time such as " + now + ".");
        }
        return moment;
    }

    private static Instant read(String option, String text, Instant now) {
        String given = text.strip().replace(' ', 'T').toUpperCase(Locale.ROOT);
        try {
            if (given.equals("NOW")) {
                return now;
            }
            if (given.matches("P.*|\\d+.*[SMHD]")) {
                return now.minus(DurationText.parse(text));
            }
            if (!given.contains("T")) {
                return LocalDate.parse(given).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean zoned = given.matches(".*T.*(Z|[+-]\\d.*)");
            return zoned
                    ? OffsetDateTime.parse(given).toInstant()
                    : LocalDateTime.parse(given).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    option + ": '" + text
                            + "' is not a time: must be such as 2026-05-05T16:53:20Z, 2026-05-05T18:53:20+02:00,"
                            + " 2026-05-05T16:53 (UTC), 2026-05-05, now, or how long ago: 90s, 30m, 2h, 7d",
                    e);
        }
    }
}
