package dev.hapax.demo.stream;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.wire.HeaderNames;
import java.util.ArrayList;
import java.util.List;

/** A draft that has been given its place and time, and so can be replayed. */
record Written(Draft draft, Coordinates at, long timestamp) {

    static final String REPLAYS = "hapax.replays";

    DemoMessage message(Fate fate) {
        return new DemoMessage(
                at.topic(), at.partition(), draft.key(), draft.value(), draft.headers(), timestamp, fate);
    }

    /** The record an operator's tool would write to give it again. */
    DemoMessage replay(int generation, int attempts, Fate fate) {
        List<Header> headers = new ArrayList<>(draft.headers());
        headers.add(header(HeaderNames.ORIGINAL_HEADERS, draft.headers().size()));
        headers.add(header(HeaderNames.GENERATION, generation));
        headers.add(header(HeaderNames.ATTEMPTS, attempts));
        headers.add(header(HeaderNames.SOURCE, draft.feed().source()));
        headers.add(header(HeaderNames.SOURCE_TOPIC, at.topic()));
        headers.add(header(HeaderNames.SOURCE_PARTITION, at.partition()));
        headers.add(header(HeaderNames.SOURCE_OFFSET, at.offset()));
        if (draft.key() != null) {
            headers.add(new Header(HeaderNames.SOURCE_KEY, draft.key()));
        }
        String identity = draft.identity();
        // Without an identity no guard will be asked, and any partition is as good.
        return new DemoMessage(
                REPLAYS,
                identity == null ? at.partition() : Placement.guard(identity),
                identity == null ? draft.key() : JsonAuthor.utf8(identity),
                draft.value(),
                List.copyOf(headers),
                timestamp,
                fate);
    }

    private static Header header(String name, Object value) {
        return new Header(name, JsonAuthor.utf8(value.toString()));
    }
}
