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
        int generation = number(record, HeaderNames.GENERATION, 1);
        int originalHeaders = number(record, HeaderNames.ORIGINAL_HEADERS, 0);
        if (originalHeaders > record.headers().size()) {
            throw new IllegalArgumentException(HeaderNames.ORIGINAL_HEADERS + " is " + originalHeaders
                    + ", but there are " + record.headers().size() + " headers");
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
                original, text(record, HeaderNames.SOURCE), generation, number(record, HeaderNames.ATTEMPTS, 0));
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
