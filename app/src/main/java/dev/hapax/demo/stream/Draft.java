package dev.hapax.demo.stream;

import dev.hapax.domain.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as its author wrote it, before it is given a place and a time.
 *
 * @param identity what intake will find, namespace included; null when it will find none
 */
record Draft(
        Feed feed, @Nullable String identity, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {

    Draft withValue(byte @Nullable [] other) {
        return new Draft(feed, identity, key, other, headers);
    }

    Draft withKey(byte @Nullable [] other) {
        return new Draft(feed, identity, other, value, headers);
    }

    Draft withHeaders(List<Header> others) {
        return new Draft(feed, identity, key, value, others);
    }

    Draft withoutIdentity() {
        return new Draft(feed, null, key, value, headers);
    }
}
