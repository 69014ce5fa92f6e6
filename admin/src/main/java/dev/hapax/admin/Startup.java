package dev.hapax.admin;

import dev.hapax.admin.status.RestoreProgress;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.streams.TopologyDescription;
import org.jspecify.annotations.Nullable;

/**
 * What only who starts an instance knows of it.
 *
 * @param shown the effective settings, secrets masked; fit for JSON
 * @param restoring registered with Kafka Streams, so that it knows
 */
public record Startup(
        Map<String, @Nullable Object> shown,
        TopologyDescription topology,
        RestoreProgress restoring,
        Instant at,
        String version) {}
