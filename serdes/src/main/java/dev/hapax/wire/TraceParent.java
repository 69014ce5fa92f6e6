package dev.hapax.wire;

import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The trace a message belongs to, as the header {@code traceparent} of the W3C's Trace Context names it:
 * {@code 00-<trace, 32 hex digits>-<span, 16>-<flags, 2>}. Whatever is not of that form counts as absent.
 */
public final class TraceParent {

    private static final int TRACE = 3;
    private static final int SPAN = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;

    private TraceParent() {}

    /** The id of the trace, or null where the message belongs to none. */
    public static @Nullable String traceId(Message message) {
        List<Header> headers = message.headers();
        for (int i = headers.size() - 1; i >= 0; i--) {
            byte[] value = headers.get(i).value();
            if (headers.get(i).name().equals(HeaderNames.TRACEPARENT) && value != null && isValid(value)) {
                return new String(value, TRACE, SPAN - 1 - TRACE, StandardCharsets.US_ASCII);
            }
        }
        return null;
    }

    /** The header of a record; null if it has none, a malformed one, or one with more in it than this version knows. */
    public static @Nullable String of(Headers headers) {
        org.apache.kafka.common.header.Header header = headers.lastHeader(HeaderNames.TRACEPARENT);
        byte[] value = header == null ? null : header.value();
        return value != null && value.length == LENGTH && isValid(value)
                ? new String(value, StandardCharsets.US_ASCII)
                : null;
    }

    /** The id of the trace that a valid header names. */
    public static String traceId(String traceparent) {
        return traceparent.substring(TRACE, SPAN - 1);
    }

    /** Whether this header may stand on a record of ours: a malformed trace must not go on. */
    public static boolean mayPass(Header header) {
        byte[] value = header.value();
        return !header.name().equals(HeaderNames.TRACEPARENT) || (value != null && isValid(value));
    }

    private static boolean isValid(byte[] value) {
        return value.length >= LENGTH
                && isHex(value, 0, TRACE - 1)
                && isHex(value, TRACE, SPAN - 1)
                && isHex(value, SPAN, FLAGS - 1)
                && isHex(value, FLAGS, LENGTH)
                && value[TRACE - 1] == '-'
                && value[SPAN - 1] == '-'
                && value[FLAGS - 1] == '-'
                && !(value[0] == 'f' && value[1] == 'f')
                && !isZero(value, TRACE, SPAN - 1)
                && !isZero(value, SPAN, FLAGS - 1)
                && isEndOrMore(value);
    }

    /** Later versions may have more behind the flags; version 0 must not. */
    private static boolean isEndOrMore(byte[] value) {
        return value.length == LENGTH || (value[LENGTH] == '-' && !isZero(value, 0, TRACE - 1));
    }

    private static boolean isHex(byte[] value, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = value[i];
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(byte[] value, int from, int to) {
        for (int i = from; i < to; i++) {
            if (value[i] != '0') {
                return false;
            }
        }
        return true;
    }
}
