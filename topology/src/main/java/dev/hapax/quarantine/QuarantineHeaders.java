package dev.hapax.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a quarantined record: the original ones first, in their order, then ours, within a budget. The longest
 * texts come last, so that they are what is cut.
 */
final class QuarantineHeaders {

    private static final int LONGEST_TEXT = 1024;

    /** What a record writes of a header beside name and value, at most. */
    private static final int LENGTHS = 8;

    private final RecordHeaders headers;
    private int left;

    private QuarantineHeaders(RecordHeaders original, int budget) {
        this.headers = original;
        this.left = budget;
    }

    static RecordHeaders of(Outcome.Refused held, Omission omission, String app, Instant now, int budget) {
        Refusal refusal = held.refusal();
        Coordinates at = held.message().at();
        List<Header> originals = omission.kept(held.message()).headers();
        var result = new QuarantineHeaders(KafkaHeaders.toKafka(originals), budget);
        result.add(HeaderNames.ORIGINAL_HEADERS, originals.size());
        // Beside the budget: half a digest is none.
        omission.said(held.message()).forEach((name, value) -> KafkaHeaders.add(result.headers, name, value));
        result.add(HeaderNames.REASON, refusal.reason());
        result.add(HeaderNames.DISPOSITION, refusal.reason().disposition());
        result.add(HeaderNames.PHASE, refusal.phase().code());
        result.add(HeaderNames.NEXT_ACTION, refusal.reason().nextAction().code());
        result.add(HeaderNames.ATTEMPTS, held.attempts());
        result.add(HeaderNames.GENERATION, held.generation());
        result.add(HeaderNames.QUARANTINED_AT, now);
        result.add(HeaderNames.TIMESTAMP, held.message().timestamp());
        result.add(HeaderNames.APP, app);
        result.add(HeaderNames.ERROR_TOPIC, at.topic());
        result.add(HeaderNames.ERROR_PARTITION, at.partition());
        result.add(HeaderNames.ERROR_OFFSET, at.offset());
        result.add(HeaderNames.SOURCE, refusal.source());
        result.add(HeaderNames.FINGERPRINT, refusal.fingerprint());
        result.add(HeaderNames.IDENTITY, refusal.identity());
        result.addError(refusal);
        return result.headers;
    }

    private void addError(Refusal refusal) {
        Throwable root = refusal.cause() == null ? null : RootCause.of(refusal.cause());
        String type = (root == null ? RefusedException.class : root.getClass()).getName();
        add(HeaderNames.ERROR_EXCEPTION, type);
        add(HeaderNames.ERROR_MESSAGE, refusal.explanation());
        if (root != null) {
            addCut(HeaderNames.ERROR_STACKTRACE, RootCause.stackTrace(root), left);
        }
    }

    private void add(String name, @Nullable Object value) {
        if (value != null) {
            addCut(name, value.toString(), LONGEST_TEXT);
        }
    }

    private void addCut(String name, String text, int longest) {
        int room = Math.min(longest, left - name.length() - LENGTHS);
        if (room > 0) {
            byte[] bytes = cut(text.getBytes(StandardCharsets.UTF_8), room);
            headers.add(name, bytes);
            left -= name.length() + bytes.length + LENGTHS;
        }
    }

    /** At most so many bytes, and no half of a character at the end. */
    private static byte[] cut(byte[] utf8, int longest) {
        if (utf8.length <= longest) {
            return utf8;
        }
        int end = longest;
        while (end > 0 && (utf8[end] & 0xc0) == 0x80) {
            end--;
        }
        byte[] result = new byte[end];
        System.arraycopy(utf8, 0, result, 0, end);
        return result;
    }
}
