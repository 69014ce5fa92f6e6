package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.operations.rules.RulesTopic;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/**
 * Verifies an application's outputs against its inputs, up to the offsets it has committed; while instances run, or while none
 * does. Changes nothing. Its memory does not grow with what it reads.
 */
public final class Verifier {

    private static final int TELL_EVERY = 4096;

    private final Settings settings;
    private final KafkaClients clients;
    private final Sources configured;
    private final SourceNumbers sources;

    public Verifier(Settings settings, Sources sources) {
        this.settings = settings;
        this.clients = new KafkaClients(settings);
        this.configured = sources;
        this.sources = SourceNumbers.of(settings);
    }

    /**
     * @param folder for working files, some 120 bytes for each record read; they are removed at the end
     * @throws OperationException when the application has read nothing yet
     */
    public Verification verify(Period period, Instant now, Path folder, Progress progress) {
        try (Admin admin = clients.admin();
                TopicReader reader = new TopicReader(clients);
                Workbench bench = new Workbench(folder);
                RuleVersions versions = new RuleVersions(settings, configured, history())) {
            Offsets offsets = new Offsets(admin);
            Scope scope =
                    new TopicScan(settings, offsets, reader, bench, progress).read(period, now, versions, sources);
            Retention retention = new RetentionFinder(offsets, reader::partitions, now)
                    .find(settings.topicNames(), TopicScan.inputTopics(settings), bench.numbers());
            check(bench, retention, period, progress);
            return new Verification(
                    counts(bench, scope),
                    bench.ledger().totals(),
                    bench.findings().counts(),
                    anomalies(bench, versions, progress));
        }
    }

    private RulesHistory history() {
        return settings.reloadsRules() ? new RulesTopic(clients).read() : RulesHistory.NONE;
    }

    private void check(Workbench bench, Retention retention, Period period, Progress progress) {
        int replays = bench.numbers().of(settings.topic(Topic.REPLAYS));
        Checker checker = new Checker(replays, retention, bench.ledger(), bench.findings());
        Steps inputs = new Steps("checking messages", bench.facts().size(), progress);
        bench.facts().forEach(row -> {
            checker.accept(Fact.of(row));
            inputs.next();
        });
        checker.end();
        FirstCheck firsts = new FirstCheck(retention, bench.ledger(), bench.findings());
        Steps mentions = new Steps("checking duplicates", bench.firsts().size(), progress);
        bench.firsts().forEach(row -> {
            firsts.accept(FirstMention.of(row));
            mentions.next();
        });
        OnceCheck once = new OnceCheck(sources.ttls(), period.beginsLater(), bench.ledger(), bench.findings());
        Steps identities = new Steps("checking identities", bench.sightings().size(), progress);
        bench.sightings().forEach(row -> {
            once.accept(Sighting.of(row));
            identities.next();
        });
    }

    private static List<PartitionCount> counts(Workbench bench, Scope scope) {
        List<PartitionCount> counts = new ArrayList<>();
        scope.verified().forEach((at, range) -> {
            long key = RecordPosition.partitionKey(bench.numbers().of(at.topic()), at.partition());
            counts.add(new PartitionCount(
                    at.topic(), at.partition(), range, bench.ledger().of(key)));
        });
        counts.sort(Comparator.comparing(PartitionCount::topic).thenComparing(PartitionCount::partition));
        return counts;
    }

    private List<Anomaly> anomalies(Workbench bench, RuleVersions versions, Progress progress) {
        List<Finding> first = bench.findings().first();
        List<Anomaly> anomalies = new ArrayList<>();
        if (first.isEmpty()) {
            return anomalies;
        }
        try (FindingRecords records = new FindingRecords(clients, bench.numbers(), versions)) {
            for (Finding finding : first) {
                anomalies.add(records.tell(finding));
                progress.at("reading again what is wrong", anomalies.size(), first.size());
            }
        }
        return anomalies;
    }

    /** Tells the progress of a check now and then. */
    private static final class Steps {

        private final String what;
        private final long total;
        private final Progress progress;
        private long done;

        Steps(String what, long total, Progress progress) {
            this.what = what;
            this.total = total;
            this.progress = progress;
        }

        void next() {
            done++;
            if (done % TELL_EVERY == 0) {
                progress.at(what, done, total);
            }
        }
    }
}
