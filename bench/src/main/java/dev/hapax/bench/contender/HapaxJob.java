package dev.hapax.bench.contender;

import dev.hapax.classify.Classifiers;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.instance.Instance;
import dev.hapax.intake.Formats;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.source.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The whole of Hapax: parse, identity, fingerprint, guard, rules, decision, headers. */
public final class HapaxJob implements Contender {

    /** Where it says, in its folder, at which address its HTTP server can be asked; without the server there is none. */
    public static final String ADDRESS = "address";

    @Override
    public AutoCloseable start(Job job) {
        EffectiveSettings effective = HapaxSettings.effective(job);
        Settings settings = effective.settings();
        try (Cluster cluster = Cluster.connect(settings, Duration.ofSeconds(30))) {
            List<WantedTopic> missing = cluster.inspect(TopicPlan.of(settings)).stream()
                    .filter(finding -> !finding.exists())
                    .map(Cluster.TopicFinding::wanted)
                    .filter(topic -> topic.kind() != WantedTopic.Kind.INTERNAL)
                    .toList();
            cluster.create(missing, settings.topics().partitions(), (short) 1);
        }
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        Instance instance = Instance.start(effective, sources, Clock.systemUTC());
        instance.address().ifPresent(address -> say(address, job.folder()));
        return instance;
    }

    private static void say(URI address, Path folder) {
        try {
            // Whole or not at all: somebody waits for it.
            Path written = Files.writeString(folder.resolve(ADDRESS + ".new"), address.toString());
            Files.move(written, folder.resolve(ADDRESS), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("the address cannot be written", e);
        }
    }
}
