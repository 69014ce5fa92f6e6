package dev.hapax.testkit;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message to read, with a copy to compare it with afterwards.
 *
 * @param origin where it comes from, as error messages name it
 */
record Input(String origin, Message message, Message copy) {

    private static final Coordinates AT = new Coordinates("checked", 0, 0);
    private static final int LONGEST_SHOWN = 80;

    static Input of(String origin, byte @Nullable [] value, Map<String, String> headers) {
        return new Input(origin, message(value, headers), message(value, headers));
    }

    private static Message message(byte @Nullable [] value, Map<String, String> headers) {
        List<Header> list = headers.entrySet().stream()
                .map(header -> new Header(header.getKey(), header.getValue().getBytes(StandardCharsets.UTF_8)))
                .toList();
        byte[] key = "key".getBytes(StandardCharsets.UTF_8);
        return new Message(AT, 1_000, key, value == null ? null : value.clone(), list);
    }

    byte @Nullable [] value() {
        return copy.value();
    }

    /** Whether nobody wrote into the message. */
    boolean isIntact() {
        boolean intact = Arrays.equals(message.key(), copy.key()) && Arrays.equals(message.value(), copy.value());
        for (int i = 0; i < copy.headers().size(); i++) {
            intact &= Arrays.equals(
                    message.headers().get(i).value(), copy.headers().get(i).value());
        }
        return intact;
    }

    @Override
    public String toString() {
        return origin + " (" + shown(copy.value()) + ")";
    }

    static String shown(byte @Nullable [] value) {
        if (value == null) {
            return "no value";
        }
        boolean printable = true;
        for (byte b : value) {
            printable &= b >= ' ' && b <= '~';
        }
        int length = Math.min(value.length, LONGEST_SHOWN);
        return value.length + " bytes: "
                + (printable
                        ? new String(value, 0, length, StandardCharsets.US_ASCII)
                        : "hex " + HexFormat.of().formatHex(value, 0, length))
                + (length < value.length ? "…" : "");
    }
}
