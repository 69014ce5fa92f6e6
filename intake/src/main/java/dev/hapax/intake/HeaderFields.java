package dev.hapax.intake;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.canonical.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Adds the fields that are record headers, {@code header:NAME}, to those that a format reads. */
record HeaderFields(FormatReader format, List<String> places) implements FormatReader {

    private static final String PREFIX = "header:";

    static boolean isHeader(String place) {
        return place.startsWith(PREFIX);
    }

    /** A reader of these places, some of which may be headers. */
    static FormatReader reader(
            Format format, Collection<String> places, ReadLimits limits, Map<String, String> options) {
        Set<String> inContent =
                places.stream().filter(place -> !isHeader(place)).collect(Collectors.toUnmodifiableSet());
        FormatReader reader = format.reader(inContent, limits, options);
        List<String> inHeaders = places.stream().filter(HeaderFields::isHeader).toList();
        return inHeaders.isEmpty() ? reader : new HeaderFields(reader, inHeaders);
    }

    @Override
    public void open() {
        format.open();
    }

    @Override
    public void close() {
        format.close();
    }

    @Override
    public Content read(Message message) throws RefusedException {
        return with(headers(message), format.read(message));
    }

    @Override
    public Fingerprint digest(Message message) throws RefusedException {
        return format.digest(message);
    }

    @Override
    public Whole readWhole(Message message) throws RefusedException {
        Whole whole = format.readWhole(message);
        return new Whole(with(headers(message), whole.content()), whole.digest());
    }

    private Map<String, Value> headers(Message message) throws RefusedException {
        Map<String, Value> headers = new HashMap<>();
        for (String place : places) {
            byte[] bytes = message.header(place.substring(PREFIX.length()));
            if (bytes == null) {
                continue;
            }
            int flaw = Utf8.firstFlaw(bytes);
            if (flaw >= 0) {
                throw new RefusedException(Reason.INVALID, place + " is not text: " + Utf8.flaw(bytes, flaw));
            }
            headers.put(place, new Value.Text(new String(bytes, StandardCharsets.UTF_8)));
        }
        return headers;
    }

    private static Content with(Map<String, Value> headers, Content content) {
        return new Content() {
            @Override
            public @Nullable Value get(String place) {
                return isHeader(place) ? headers.get(place) : content.get(place);
            }

            @Override
            public boolean isTombstone() {
                return content.isTombstone();
            }
        };
    }
}
