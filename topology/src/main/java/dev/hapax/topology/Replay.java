package dev.hapax.topology;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.wire.HeaderNames;

/**
 * A record of the replays topic: an original message, the source it came by, and the generation under which it may act
 * once more.
 */
record Replay(Message original, String source, int generation, int attempts) {

    /**
     * @throws IllegalArgumentException when the headers do not say what it is a replay of
     */
    static Replay read(Message record) {
        int generation = number(record, HeaderNames.GENERATION);
        if (generation < 1) {
            throw new IllegalArgumentException(HeaderNames.GENERATION + " is " + generation + ", must be 1 or more");
        }
        int originalHeaders = number(record, HeaderNames.ORIGINAL_HEADERS);
        if (originalHeaders < 0 || originalHeaders > record.headers().size()) {
            throw new IllegalArgumentException(HeaderNames.ORIGINAL_HEADERS + " is " + originalHeaders
                    + ", but there are " + record.headers().size() + " headers");
        }
        Coordinates at = new Coordinates(
                text(record, HeaderNames.SOURCE_TOPIC),
                number(record, HeaderNames.SOURCE_PARTITION),
                longNumber(record, HeaderNames.SOURCE_OFFSET));
        Message original = new Message(
                at,
                record.timestamp(),
                record.header(HeaderNames.SOURCE_KEY),
                record.value(),
                record.headers().subList(0, originalHeaders));
        return new Replay(original, text(record, HeaderNames.SOURCE), generation, number(record, HeaderNames.ATTEMPTS));
    }

    private static String text(Message record, String name) {
        String text = record.headerText(name);
        if (text == null) {
            throw new IllegalArgumentException("header " + name + " is missing");
        }
        return text;
    }

    private static int number(Message record, String name) {
        return Math.toIntExact(longNumber(record, name));
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
