package dev.hapax.admin;

import dev.hapax.admin.status.RestoreProgress;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.streams.TopologyDescription;
import org.jspecify.annotations.Nullable;

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
