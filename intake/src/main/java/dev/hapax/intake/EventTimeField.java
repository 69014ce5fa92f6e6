package dev.hapax.intake;

import dev.hapax.domain.Content;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The field that has the event time of a message: a date and time of ISO 8601 with its offset, or milliseconds since 1970.
 *
 * @param name as the settings name it
 */
record EventTimeField(String name, String place) {

    /**
     * Smaller numbers are times before March 1973 in milliseconds, but all times until the year 5138 in seconds. A mix of both
     * would make every message in seconds half a century late.
     */
    private static final long SMALLEST_MILLIS = 100_000_000_000L;

    private static final int LONGEST_NUMBER = 19;
    private static final int LONGEST_QUOTED = 40;

    /** @throws RefusedException INVALID when the field is missing or no time */
    long of(Content content) throws RefusedException {
        Value value = content.get(place);
        long time;
        if (value instanceof Value.Amount amount) {
            time = millis(amount.number(), amount);
        } else if (value instanceof Value.Text text) {
            time = isNumber(text.text()) ? millis(new BigDecimal(text.text()), text) : parsed(text);
        } else {
            throw refused("is " + (value == null ? "missing" : value.kind()) + "; required is a time");
        }
        if (time < 0) {
            throw refused("is " + quoted(value) + ", which is before 1970");
        }
        return time;
    }

    /** Record headers have no numbers, only text. */
    private static boolean isNumber(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private long millis(BigDecimal number, Value value) throws RefusedException {
        // Compared before it is converted: the digits of 1e999999999 do not fit into memory.
        if (number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 || number.scale() > 0) {
            throw refused("is " + quoted(value) + "; required is a whole number of milliseconds since 1970");
        }
        if (number.compareTo(BigDecimal.valueOf(SMALLEST_MILLIS)) < 0) {
            throw refused(
                    "is " + quoted(value) + ", which looks like seconds; required are milliseconds since 1970, or a"
                            + " text such as 2026-05-04T12:00:00Z");
        }
        return number.longValueExact();
    }

    private long parsed(Value.Text text) throws RefusedException {
        try {
            return OffsetDateTime.parse(text.text()).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw refused("is " + quoted(text) + "; required is a time with an offset, such as 2026-05-04T12:00:00Z, or"
                    + " milliseconds since 1970");
        }
    }

    private static String quoted(@Nullable Value value) {
        if (value instanceof Value.Amount amount) {
            return cut(amount.display());
        }
        return value instanceof Value.Text text ? "'" + cut(text.text()) + "'" : "nothing";
    }

    private static String cut(String text) {
        String begin = text.length() <= LONGEST_QUOTED ? text : text.substring(0, LONGEST_QUOTED) + "…";
        return LoneSurrogates.replaced(begin);
    }

    private RefusedException refused(String problem) {
        return new RefusedException(Reason.INVALID, "event-time: field " + name + " " + problem);
    }
}
