package dev.hapax.ledger;

import dev.hapax.config.Settings;
import dev.hapax.meters.Meters;
import dev.hapax.topics.Topic;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.jspecify.annotations.Nullable;

/** Adds the ledger to a topology, as a sub-topology of its own. */
public final class LedgerTopology {

    /** Names of operators are public: metrics and saved state contain them. */
    private static final String READ = "read-deliveries";

    private static final String LEDGER = "ledger";
    /** What a record of the changelog has besides the artifact: its key. */
    private static final int ROOM_FOR_KEYS = 64 * 1024;

    private LedgerTopology() {}

    /** @param score null where nothing scores deliveries */
    public static void addTo(
            Topology topology, Settings settings, LedgerOptions options, @Nullable DeliveryScore score, Meters meters) {
        LedgerSinks sinks = new LedgerSinks(settings);
        topology.addSource(
                // What was staged before the first instance ran is still wanted.
                AutoOffsetReset.earliest(),
                READ,
                new WallclockTimestampExtractor(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                settings.topic(Topic.DELIVERIES),
                settings.topic(Topic.DELIVERY_EVENTS));
        CampaignOptions campaigns = new CampaignOptions(settings, options);
        topology.addProcessor(LEDGER, () -> new LedgerProcessor(campaigns, sinks, score, meters), READ);
        topology.addStateStore(LedgerStore.builder(settings.delivery().maxArtifactBytes() + ROOM_FOR_KEYS), LEDGER);
        sinks.addTo(topology, LEDGER);
    }
}
