package dev.hapax.bench.contender;

import dev.hapax.classify.Classifiers;
import dev.hapax.cluster.Cluster;
import dev.hapax.cluster.TopicFinding;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.instance.Instance;
import dev.hapax.intake.Formats;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.source.Sources;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole of Hapax: parse, identity, fingerprint, guard, rules, decision, headers. */
final class HapaxJob implements Contender {

    /**
     * Option: how many clients are connected to it all the while, besides one who opens the dashboard every second. They read in
     * this very process, and so count with it.
     */
    static final String WATCHERS = "watchers";

    private static final Logger LOG = LoggerFactory.getLogger(HapaxJob.class);

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
        Instance instance = Instance.start(effective, sources, Clock.systemUTC());
        String watchers = job.options().get(WATCHERS);
        return watchers == null ? instance : watched(instance, Integer.parseInt(watchers));
    }

    private static AutoCloseable watched(Instance instance, int count) {
        URI address = instance.address().orElseThrow(() -> new IllegalStateException("there is nobody to connect to"));
        Watchers watchers = Watchers.connect(address, count, () -> giveUp("a watcher was let go"));
        Visitor visitor = Visitor.begin(address, HapaxJob::giveUp);
        return () -> {
            visitor.close();
            watchers.close();
            instance.close();
            LOG.warn("{} watchers were sent {} bytes", count, watchers.bytes());
        };
    }

    /** What is measured without those it is measured with would mean nothing. */
    private static void giveUp(String why) {
        LOG.error("{}", why);
        Runtime.getRuntime().halt(1);
    }
}
