package dev.hapax.admin.feed;

import dev.hapax.admin.Limits;
import dev.hapax.config.Settings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * Positions as clients carry them: opaque, safe in a URL, good at every instance of this application and at no other. The check
 * sum tells a token from a typing error; it keeps nobody out, and need not, since a position gives no rights.
 */
final class Tokens {

    private static final byte VERSION = 1;
    private static final int CHECK = Integer.BYTES;
    private static final int LONGEST_NUMBER = 10;

    private final byte[] application;
    private final int topics;

    Tokens(Settings settings) {
        this(
                settings.applicationId() + "\n" + settings.topics().prefix(),
                Topics.of(settings.topicNames()).count());
    }

    Tokens(String application, int topics) {
        this.application = application.getBytes(StandardCharsets.UTF_8);
        this.topics = topics;
    }

    String write(Position position) {
        int numbers = topics;
        for (int topic = 0; topic < topics; topic++) {
            numbers += position.partitions(topic);
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 + numbers * LONGEST_NUMBER + CHECK);
        bytes.put(VERSION);
        for (int topic = 0; topic < topics; topic++) {
            write(bytes, position.partitions(topic));
            for (int partition = 0; partition < position.partitions(topic); partition++) {
                write(bytes, position.next(topic, partition));
            }
        }
        bytes.putInt(check(bytes.array(), bytes.position()));
        ByteBuffer encoded = Base64.getUrlEncoder().withoutPadding().encode(bytes.flip());
        return StandardCharsets.US_ASCII.decode(encoded).toString();
    }

    /** @throws IllegalArgumentException when it is none of ours */
    Position read(String token) {
        if (token.isEmpty() || token.length() > Limits.LONGEST_TOKEN) {
            throw wrong(token);
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            throw wrong(token);
        }
        int end = bytes.length - CHECK;
        if (end < 1 || bytes[0] != VERSION || ByteBuffer.wrap(bytes, end, CHECK).getInt() != check(bytes, end)) {
            throw wrong(token);
        }
        ByteBuffer numbers = ByteBuffer.wrap(bytes, 1, end - 1);
        long[][] next = new long[topics][];
        for (int topic = 0; topic < topics; topic++) {
            long partitions = number(numbers, token);
            if (partitions > numbers.remaining()) {
                throw wrong(token);
            }
            next[topic] = new long[(int) partitions];
            for (int partition = 0; partition < partitions; partition++) {
                next[topic][partition] = number(numbers, token);
            }
        }
        if (numbers.hasRemaining()) {
            throw wrong(token);
        }
        return Position.of(next);
    }

    private int check(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(application);
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Seven bits a byte, the lowest first. */
    private static void write(ByteBuffer bytes, long number) {
        long rest = number;
        while (rest >= 0x80) {
            bytes.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        bytes.put((byte) rest);
    }

    private static long number(ByteBuffer bytes, String token) {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (!bytes.hasRemaining()) {
                throw wrong(token);
            }
            byte next = bytes.get();
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                if (number < 0) {
                    throw wrong(token);
                }
                return number;
            }
        }
        throw wrong(token);
    }

    private static IllegalArgumentException wrong(String token) {
        String shown = token.length() > 20 ? token.substring(0, 20) + "…" : token;
        return new IllegalArgumentException("'" + shown
                + "' is no token of this application: take the id of an event, or resume of a page, as it stands");
    }
}
