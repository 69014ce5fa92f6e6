package dev.hapax.admin;

import dev.hapax.admin.status.RestoreProgress;
import dev.hapax.config.Settings;
import dev.hapax.guard.GuardQueries;
import dev.hapax.meters.Meters;
import dev.hapax.operations.delivery.StagingRequest;
import dev.hapax.source.Sources;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TopologyDescription;
import org.jspecify.annotations.Nullable;

/**
 * The instance, as the parts of the API see it.
 *
 * @param currentSources change when an operator applies other rules
 * @param sendable what the channels of deliveries could send
 */
public record AdminContext(
        Settings settings,
        Supplier<Sources> currentSources,
        KafkaStreams streams,
        Meters meters,
        GuardQueries guard,
        Peers peers,
        Access access,
        Clock clock,
        Background background,
        StagingRequest.Sendable sendable) {

    /** Those of the rules in force. */
    public Sources sources() {
        return currentSources.get();
    }

    /**
     * Facts about an instance that only its starter knows.
     *
     * @param shown the effective settings, secrets masked; serializable as JSON
     * @param restoring registered with Kafka Streams as a listener
     */
    public record Startup(
            Map<String, @Nullable Object> shown,
            TopologyDescription topology,
            RestoreProgress restoring,
            Instant at,
            String version) {}
}
