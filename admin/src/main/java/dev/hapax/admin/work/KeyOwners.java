package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.guard.GuardAwayException;
import dev.hapax.topology.OperatorNames;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/** Which instance guards an identity. */
final class KeyOwners {

    private final AdminContext context;

    KeyOwners(AdminContext context) {
        this.context = context;
    }

    /**
     * The other instance that guards it, or null when nobody does at the moment.
     *
     * @param partition where its guard is
     */
    @Nullable
    HostInfo other(String identity, int partition) {
        KeyQueryMetadata known;
        try {
            known = context.streams().queryMetadataForKey(OperatorNames.GUARD, identity, new StringSerializer());
        } catch (IllegalStateException | StreamsNotStartedException e) {
            // Not running yet, or not any more.
            return null;
        }
        if (known.equals(KeyQueryMetadata.NOT_AVAILABLE)
                || known.activeHost().equals(context.peers().self())) {
            return null;
        }
        if (known.partition() != partition) {
            throw new GuardAwayException("the topics that lead to the guard have other numbers of partitions than"
                    + " topics.partitions says: run 'hapax topics check -c FILE'");
        }
        // An instance that does not say how it is reached.
        return known.activeHost().port() <= 0 ? null : known.activeHost();
    }
}
