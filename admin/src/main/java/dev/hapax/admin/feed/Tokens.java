package dev.hapax.admin.feed;

import dev.hapax.admin.Query;
import dev.hapax.config.Settings;
import dev.hapax.topics.Topic;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Positions as clients keep them: opaque, safe in a URL, valid at every instance of this application and only there. They name topics
 * by the constant of {@link Topic}, so that they stay valid when the feed reads one more. The check sum detects typing errors. It is no
 * protection, and need not be: a position gives no rights.
 */
final class Tokens {

    private static final Map<String, Topic> TOPICS =
            Arrays.stream(Topic.values()).collect(Collectors.toMap(Topic::name, Function.identity()));

    /** Version 1 had an index for each topic instead of its name. */
    private static final byte VERSION = 2;

    private static final int CHECK = Integer.BYTES;

    private final byte[] application;

    Tokens(Settings settings) {
        this(settings.applicationId() + "\n" + settings.topics().prefix());
    }

    Tokens(String application) {
        this.application = application.getBytes(StandardCharsets.UTF_8);
    }

    String write(Position... positions) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(VERSION);
        for (Position position : positions) {
            write(bytes, position.topics().size());
            for (Topic topic : position.topics()) {
                byte[] name = topic.name().getBytes(StandardCharsets.US_ASCII);
                write(bytes, name.length);
                bytes.writeBytes(name);
                write(bytes, position.partitions(topic));
                for (int partition = 0; partition < position.partitions(topic); partition++) {
                    write(bytes, position.next(topic, partition));
                }
            }
        }
        int check = check(bytes.toByteArray(), bytes.size());
        bytes.writeBytes(ByteBuffer.allocate(CHECK).putInt(check).array());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    /**
     * Null for a token that another version of Hapax has written: it is valid, but this version cannot read it.
     *
     * @throws IllegalArgumentException if it is not a token of this application
     */
    @Nullable
    Position read(String token) {
        List<Position> read = read(token, 1);
        return read == null ? null : read.get(0);
    }

    /** The same for a token of several positions. */
    @Nullable
    List<Position> read(String token, int positions) {
        if (token.isEmpty() || token.length() > Query.LONGEST_TOKEN) {
            throw invalid(token);
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            int end = bytes.length - CHECK;
            if (end < 1 || ByteBuffer.wrap(bytes, end, CHECK).getInt() != check(bytes, end)) {
                throw invalid(token);
            }
            if (bytes[0] != VERSION) {
                return null;
            }
            ByteBuffer content = ByteBuffer.wrap(bytes, 1, end - 1);
            List<Position> read = new ArrayList<>();
            for (int i = 0; i < positions; i++) {
                read.add(position(content));
            }
            if (content.hasRemaining()) {
                throw invalid(token);
            }
            return read;
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw invalid(token);
        }
    }

    private static Position position(ByteBuffer content) {
        Position position = Position.NOWHERE;
        for (int topics = length(content); topics > 0; topics--) {
            byte[] name = new byte[length(content)];
            content.get(name);
            long[] offsets = new long[length(content)];
            for (int partition = 0; partition < offsets.length; partition++) {
                offsets[partition] = number(content);
            }
            Topic topic = TOPICS.get(new String(name, StandardCharsets.US_ASCII));
            // A topic that only a newer version has.
            position = topic == null ? position : position.with(topic, offsets);
        }
        return position;
    }

    private int check(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(application);
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Seven bits a byte, the lowest first. */
    private static void write(ByteArrayOutputStream bytes, long number) {
        long rest = number;
        while (rest >= 0x80) {
            bytes.write((int) (rest | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    private static long number(ByteBuffer bytes) {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = bytes.get();
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0 && number >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("not a number");
    }

    /** The number of things that follow, each of at least a byte. */
    private static int length(ByteBuffer bytes) {
        long length = number(bytes);
        if (length > bytes.remaining()) {
            throw new IllegalArgumentException("too short");
        }
        return (int) length;
    }

    private static IllegalArgumentException invalid(String token) {
        String shown = token.length() > 20 ? token.substring(0, 20) + "…" : token;
        return new IllegalArgumentException("'" + shown
                + "' is not a token of this application. Use the id of an event, or resume of a page, unchanged.");
    }
}
