package dev.hapax.bench.contender;

import dev.hapax.classify.Classifiers;
import dev.hapax.cluster.Cluster;
import dev.hapax.cluster.TopicFinding;
import dev.hapax.cluster.TopicPlan;
import dev.hapax.cluster.WantedTopic;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.instance.Instance;
import dev.hapax.intake.Formats;
import dev.hapax.source.Sources;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The whole of Hapax: parse, identity, fingerprint, guard, rules, decision, headers. */
final class HapaxJob implements Contender {

    @Override
    public AutoCloseable start(Job job) {
        EffectiveSettings effective = HapaxSettings.effective(job);
        Settings settings = effective.settings();
        try (Cluster cluster = Cluster.connect(settings, Duration.ofSeconds(30))) {
            List<WantedTopic> missing = cluster.inspect(TopicPlan.of(settings)).stream()
                    .filter(finding -> !finding.exists())
                    .map(TopicFinding::wanted)
                    .filter(topic -> topic.kind() != WantedTopic.Kind.INTERNAL)
                    .toList();
            cluster.create(missing, settings.topics().partitions(), (short) 1);
        }
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        return Instance.start(effective, sources, Clock.systemUTC());
    }
}
