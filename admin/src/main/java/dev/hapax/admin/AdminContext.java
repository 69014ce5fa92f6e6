package dev.hapax.admin;

import dev.hapax.config.Settings;
import dev.hapax.guard.GuardQueries;
import dev.hapax.meters.Meters;
import dev.hapax.source.Sources;
import java.time.Clock;
import org.apache.kafka.streams.KafkaStreams;

/** The instance, as the parts of the API see it. */
public record AdminContext(
        Settings settings,
        Sources sources,
        KafkaStreams streams,
        Meters meters,
        GuardQueries guard,
        Peers peers,
        Access access,
        Clock clock,
        Background background) {}
