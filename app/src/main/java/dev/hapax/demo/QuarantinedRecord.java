package dev.hapax.demo;

import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A quarantined record as a person wants to see it: what, where from, why, what next, and the start of its bytes. */
public record QuarantinedRecord(String reason, String at, String explanation, String nextAction, String preview) {

    private static final int PREVIEW = 60;

    static QuarantinedRecord of(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        return new QuarantinedRecord(
                text(headers, HeaderNames.REASON),
                text(headers, HeaderNames.ERROR_TOPIC) + "-" + text(headers, HeaderNames.ERROR_PARTITION) + "@"
                        + text(headers, HeaderNames.ERROR_OFFSET),
                text(headers, HeaderNames.ERROR_MESSAGE),
                text(headers, HeaderNames.NEXT_ACTION),
                preview(record.value()));
    }

    private static String text(Headers headers, String name) {
        return String.valueOf(KafkaHeaders.text(headers, name));
    }

    /** Nothing that could move the cursor or ring the bell. */
    private static String preview(byte @Nullable [] value) {
        if (value == null) {
            return "(tombstone)";
        }
        int length = Math.min(value.length, 4 * PREVIEW);
        StringBuilder text = new StringBuilder();
        new String(value, 0, length, StandardCharsets.UTF_8)
                .codePoints()
                .map(c -> Character.isISOControl(c) ? '·' : c)
                .limit(PREVIEW)
                .forEach(text::appendCodePoint);
        return value.length > length || text.length() >= PREVIEW
                ? text + "… (" + value.length + " bytes)"
                : text.toString();
    }
}
