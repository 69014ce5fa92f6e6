package dev.hapax.app.verify;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** A point in time as people type it: a date, or a date with a time; with its zone or, without one, in UTC. */
final class TimeText {

    private TimeText() {}

    /** @throws IllegalArgumentException that names the option and says what would be a time */
    static Instant parse(String option, String text) {
        String full = text.contains("T") ? text : text + "T00:00:00";
        try {
            TemporalAccessor found =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(full, Instant::from, LocalDateTime::from);
            return found instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(found);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    option + ": '" + text + "' is not a time; write 2026-05-04T12:00:00Z, 2026-05-04T14:00:00+02:00,"
                            + " or, in UTC, 2026-05-04T12:00:00 or 2026-05-04",
                    e);
        }
    }
}
