package dev.hapax.wire;

import dev.hapax.domain.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Headers between Kafka's type and ours, in order, repeated and null ones included. */
public final class KafkaHeaders {

    private KafkaHeaders() {}

    public static List<Header> toDomain(Headers headers) {
        org.apache.kafka.common.header.Header[] all = headers.toArray();
        if (all.length == 0) {
            return List.of();
        }
        List<Header> result = new ArrayList<>(all.length);
        for (org.apache.kafka.common.header.Header header : all) {
            result.add(new Header(header.key(), header.value()));
        }
        return result;
    }

    public static RecordHeaders toKafka(List<Header> headers) {
        RecordHeaders result = new RecordHeaders();
        for (Header header : headers) {
            result.add(header.name(), header.value());
        }
        return result;
    }

    /** Puts these in place of whatever is there. */
    public static void replace(Headers headers, List<Header> by) {
        for (org.apache.kafka.common.header.Header header : headers.toArray()) {
            headers.remove(header.key());
        }
        for (Header header : by) {
            headers.add(header.name(), header.value());
        }
    }

    /** Names and values together, in bytes or nearly so. */
    public static long size(Headers headers) {
        long size = 0;
        for (org.apache.kafka.common.header.Header header : headers) {
            size += header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }

    /** Adds a header of text; nothing where there is no text. */
    public static void add(Headers headers, String name, @Nullable String text) {
        if (text != null) {
            headers.add(name, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public static @Nullable String text(Headers headers, String name) {
        org.apache.kafka.common.header.Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
