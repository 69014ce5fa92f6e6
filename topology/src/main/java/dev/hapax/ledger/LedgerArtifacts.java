package dev.hapax.ledger;

import java.util.Set;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The exact bytes of deliveries, for people who review them. Only the ledger's store has them for as long as a delivery is
 * remembered: the topics forget a staging after days, and a changelog has no index. The store is queried where it is.
 */
public final class LedgerArtifacts {

    private final KafkaStreams streams;

    public LedgerArtifacts(KafkaStreams streams) {
        this.streams = streams;
    }

    /**
     * What the store of this instance has.
     *
     * @param here whether this instance has the partition
     * @param artifact null if the ledger has forgotten the delivery, or never knew it
     */
    public record Found(boolean here, byte @Nullable [] artifact) {}

    /** @param partition of the delivery id */
    public Found find(String id, int partition) {
        KeyQuery<Bytes, byte[]> query = KeyQuery.withKey(LedgerStore.artifactKey(id));
        try {
            QueryResult<byte[]> result = streams.query(StateQueryRequest.inStore(LedgerStore.NAME)
                            .withQuery(query)
                            .withPartitions(Set.of(partition))
                            .requireActive())
                    .getPartitionResults()
                    .get(partition);
            return result == null || result.isFailure() ? new Found(false, null) : new Found(true, result.getResult());
        } catch (StreamsException | IllegalStateException e) {
            // Not running, or without deliveries.
            return new Found(false, null);
        }
    }

    /** The instance that has the partition of a delivery; null if none has it at the moment, or if it has no address. */
    public @Nullable HostInfo owner(String id) {
        try {
            KeyQueryMetadata known = streams.queryMetadataForKey(LedgerStore.NAME, id, new StringSerializer());
            return known.equals(KeyQueryMetadata.NOT_AVAILABLE)
                            || known.activeHost().port() <= 0
                    ? null
                    : known.activeHost();
        } catch (StreamsException | IllegalStateException e) {
            return null;
        }
    }
}
