package dev.hapax.wire;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.CopyCheck;
import dev.hapax.domain.Message;
import dev.hapax.domain.Replay;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record of the replays topic. Keyed by identity, the value as it arrived; the original's headers first, then ours, which say
 * where it came from and under which generation it acts. The event time stands in a header too: the topic keeps its records by
 * the time they were appended, or old messages would be deleted before they are read.
 */
public final class ReplayFormat {

    private static final String CONFLICT_ACCEPTED = ",conflict-accepted";
    private static final Pattern COPY_CHECK = Pattern.compile("(\\d{1,10})-(\\d{1,10})(" + CONFLICT_ACCEPTED + ")?");

    private ReplayFormat() {}

    public static Headers headers(Replay replay) {
        Message original = replay.original();
        RecordHeaders headers = KafkaHeaders.toKafka(original.headers());
        add(headers, HeaderNames.ORIGINAL_HEADERS, original.headers().size());
        add(headers, HeaderNames.GENERATION, replay.generation());
        add(headers, HeaderNames.ATTEMPTS, replay.attempts());
        add(headers, HeaderNames.TIMESTAMP, original.timestamp());
        KafkaHeaders.add(headers, HeaderNames.SOURCE, replay.source());
        KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, original.at().topic());
        add(headers, HeaderNames.SOURCE_PARTITION, original.at().partition());
        add(headers, HeaderNames.SOURCE_OFFSET, original.at().offset());
        if (original.key() != null) {
            headers.add(HeaderNames.SOURCE_KEY, original.key());
        }
        if (replay.silent()) {
            add(headers, HeaderNames.SUPPRESS_ALERTS, 1);
        }
        CopyCheck check = replay.copyCheck();
        if (check != null) {
            KafkaHeaders.add(
                    headers,
                    HeaderNames.COPY_CHECK,
                    check.from() + "-" + check.to() + (check.conflictAccepted() ? CONFLICT_ACCEPTED : ""));
        }
        return headers;
    }

    private static void add(Headers headers, String name, long number) {
        KafkaHeaders.add(headers, name, Long.toString(number));
    }

    /** The event time of a replayed message; null where the record does not say. */
    public static @Nullable Long timestamp(Headers headers) {
        String text = KafkaHeaders.text(headers, HeaderNames.TIMESTAMP);
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            // Read says so when it comes to it; until then the record's own time serves.
            return null;
        }
    }

    /**
     * @param record its timestamp is taken for the original's
     * @throws IllegalArgumentException when the headers do not say what it is a replay of
     */
    public static Replay read(Message record) {
        int generation = number(record, HeaderNames.GENERATION, 1);
        int originalHeaders = number(record, HeaderNames.ORIGINAL_HEADERS, 0);
        if (originalHeaders > record.headers().size()) {
            throw new IllegalArgumentException(HeaderNames.ORIGINAL_HEADERS + " is " + originalHeaders
                    + ", but there are " + record.headers().size() + " headers");
        }
        if (record.header(HeaderNames.TIMESTAMP) != null) {
            longNumber(record, HeaderNames.TIMESTAMP);
        }
        Coordinates at = new Coordinates(
                text(record, HeaderNames.SOURCE_TOPIC),
                number(record, HeaderNames.SOURCE_PARTITION, 0),
                longNumber(record, HeaderNames.SOURCE_OFFSET));
        Message original = new Message(
                at,
                record.timestamp(),
                record.header(HeaderNames.SOURCE_KEY),
                record.value(),
                record.headers().subList(0, originalHeaders));
        return new Replay(
                original,
                text(record, HeaderNames.SOURCE),
                generation,
                number(record, HeaderNames.ATTEMPTS, 0),
                record.header(HeaderNames.SUPPRESS_ALERTS) != null,
                copyCheck(record, originalHeaders));
    }

    /** A header of the original of that name is the producer's, and says nothing here. */
    private static @Nullable CopyCheck copyCheck(Message record, int originalHeaders) {
        Message ours = new Message(
                record.at(),
                0,
                null,
                null,
                record.headers().subList(originalHeaders, record.headers().size()));
        String text = ours.headerText(HeaderNames.COPY_CHECK);
        if (text == null) {
            return null;
        }
        Matcher matcher = COPY_CHECK.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("header " + HeaderNames.COPY_CHECK + " is '" + text
                    + "', must be a range of generations, such as 0-63");
        }
        try {
            return new CopyCheck(
                    Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), matcher.group(3) != null);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "header " + HeaderNames.COPY_CHECK + " is '" + text + "': " + e.getMessage(), e);
        }
    }

    private static String text(Message record, String name) {
        String text = record.headerText(name);
        if (text == null) {
            throw new IllegalArgumentException("header " + name + " is missing");
        }
        return text;
    }

    /** The largest is left out, so that one more can be counted. */
    private static int number(Message record, String name, int least) {
        long number = longNumber(record, name);
        if (number < least || number >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "header " + name + " is " + number + ", must be from " + least + " to " + (Integer.MAX_VALUE - 1));
        }
        return (int) number;
    }

    private static long longNumber(Message record, String name) {
        String text = text(record, name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("header " + name + " is '" + text + "', must be a number", e);
        }
    }
}
