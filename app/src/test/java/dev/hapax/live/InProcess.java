package dev.hapax.live;

import static org.awaitility.Awaitility.await;

import dev.hapax.app.ConfigOption;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.SettingsFile;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.instance.Instance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams.State;

/** Instances in the process of the test, which are up sooner than those of their own. */
public final class InProcess {

    private InProcess() {}

    /** @param file where its configuration is written to */
    public static Instance start(ApplicationConfig config, Path file) throws IOException {
        EffectiveSettings settings = SettingsFile.load(config.write(file), Environment.ofProcess());
        return Instance.start(settings, ConfigOption.sources(settings.settings()), Clock.systemUTC());
    }

    /** Waits until all of them run at once: each that comes makes the others hand over tasks, and stop running for a moment. */
    public static void awaitRunning(List<Instance> instances) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> instances.stream().allMatch(instance -> instance.state() == State.RUNNING));
    }
}
