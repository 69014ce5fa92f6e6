package dev.hapax.demo.stream;

import dev.hapax.domain.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of the demo's stream, to be produced as it stands, in the order of the stream.
 *
 * @param partition always given: what happens to a message must not depend on where a producer would have put it
 * @param fate what must become of it, whichever way the partitions are interleaved
 */
public record DemoMessage(
        String topic,
        int partition,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers,
        long timestamp,
        Fate fate) {}
