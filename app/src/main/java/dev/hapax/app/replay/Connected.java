package dev.hapax.app.replay;

import dev.hapax.app.ConfigOption;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.intake.Formats;
import dev.hapax.operations.replay.Replays;
import dev.hapax.source.Sources;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;

/** Opens the replays of an application after a broker has answered. */
final class Connected {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Connected() {}

    static Replays replays(Settings settings) {
        // Fails with a clear message if no broker answers.
        Cluster.connect(settings, PATIENCE).close();
        Sources sources = ConfigOption.openSources(settings);
        return new Replays(settings, Formats.load(), () -> sources, Clock.tickMillis(ZoneOffset.UTC));
    }
}
