package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.guard.GuardAwayException;
import dev.hapax.topology.OperatorNames;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Finds the instance that guards an identity. */
final class KeyOwners {

    private final AdminContext context;

    KeyOwners(AdminContext context) {
        this.context = context;
    }

    /**
     * The other instance that guards it; null if none does at the moment.
     *
     * @param partition the partition of its guard
     */
    @Nullable
    HostInfo other(String identity, int partition) {
        KeyQueryMetadata known;
        try {
            known = context.streams().queryMetadataForKey(OperatorNames.GUARD, identity, new StringSerializer());
        } catch (IllegalStateException | StreamsNotStartedException e) {
            // Not running.
            return null;
        }
        if (known.equals(KeyQueryMetadata.NOT_AVAILABLE)
                || known.activeHost().equals(context.peers().self())) {
            return null;
        }
        if (known.partition() != partition) {
            throw new GuardAwayException("The input topics of the guard do not have topics.partitions partitions."
                    + " Run 'hapax topics check -c FILE'.");
        }
        // An instance without an address.
        return known.activeHost().port() <= 0 ? null : known.activeHost();
    }
}
