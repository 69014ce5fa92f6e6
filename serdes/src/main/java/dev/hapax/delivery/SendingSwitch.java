package dev.hapax.delivery;

import java.time.Instant;
import java.util.Objects;

/**
 * Whether workers may send anything at all. Bound to a cluster, so that a copy of its topics in another cluster sends nothing.
 *
 * @param by who switched it, and {@code reason} why
 */
public record SendingSwitch(boolean on, String clusterId, String by, String reason, Instant at) {

    public SendingSwitch {
        Objects.requireNonNull(clusterId, "clusterId");
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(at, "at");
    }
}
