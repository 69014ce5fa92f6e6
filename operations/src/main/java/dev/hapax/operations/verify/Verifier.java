package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.operations.rules.RulesTopic;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Verifies an application's outputs against its inputs, up to the offsets it has committed; while instances run, or while none
 * does. Changes nothing. Its memory does not grow with what it reads.
 */
public final class Verifier {

    private static final int TELL_EVERY = 4096;
    /** Some 6 MB of heap. */
    private static final int DELIVERIES_AT_ONCE = 1 << 16;

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
            RetentionFinder finder = new RetentionFinder(offsets, reader::partitions, now);
            Retention retention = finder.find(settings.topicNames(), TopicScan.inputTopics(settings), bench.numbers());
            check(bench, retention, period, progress);
            Map<AnomalyName, Long> counts = bench.findings().counts();
            List<Anomaly> anomalies = anomalies(bench, versions, progress);
            DeliveryCounts deliveries = null;
            if (settings.delivery().isOn()) {
                DeliveryCheck check = deliveries(offsets, reader, folder, progress, kept(finder, period, now));
                check.problemCounts().forEach((name, count) -> counts.merge(name, count, Long::sum));
                anomalies.addAll(anomalies(check, reader));
                deliveries = check.counts();
            }
            return new Verification(counts(bench, scope), bench.ledger().totals(), deliveries, counts, anomalies);
        }
    }

    private DeliveryCheck deliveries(
            Offsets offsets, TopicReader reader, Path folder, Progress progress, Supplier<DeliveryCheck.Kept> kept) {
        try (RowSorter facts = new RowSorter(
                folder.resolve("deliveries"), DeliveryFact.WIDTH, DeliveryFact.KEYS, DELIVERIES_AT_ONCE)) {
            new DeliveryScan(settings, offsets, reader, facts, progress).read();
            DeliveryCheck check = new DeliveryCheck(kept.get());
            Steps steps = new Steps("checking deliveries", facts.size(), progress);
            facts.forEach(row -> {
                check.accept(DeliveryFact.of(row));
                steps.next();
            });
            check.end();
            return check;
        }
    }

    /** Asked when everything has been read, since retention goes on meanwhile. */
    private Supplier<DeliveryCheck.Kept> kept(RetentionFinder finder, Period period, Instant now) {
        Instant from = period.from();
        return () -> new DeliveryCheck.Kept(
                from == null ? Long.MIN_VALUE : from.toEpochMilli(),
                now.minus(settings.delivery().retention()).toEpochMilli(),
                Math.max(
                        finder.goneBefore(settings.topic(Topic.DELIVERIES)),
                        finder.goneBefore(settings.topic(Topic.DELIVERY_EVENTS))),
                finder.goneBefore(settings.topic(Topic.REFUSED_DELIVERIES)),
                finder.goneBefore(settings.topic(Topic.RECEIPTS)));
    }

    /** The problems by the ids of their deliveries, which are read again. */
    private List<Anomaly> anomalies(DeliveryCheck check, TopicReader reader) {
        List<Anomaly> anomalies = new ArrayList<>();
        for (DeliveryCheck.Problem problem : check.problems()) {
            Topic topic = switch (problem.kind()) {
                case STATE -> Topic.LEDGER;
                case RECEIPT -> Topic.RECEIPTS;
                case STAGED -> Topic.DELIVERIES;
                case CLAIM, STAGED_AS_EVENT -> Topic.DELIVERY_EVENTS;
                case REFUSED -> Topic.REFUSED_DELIVERIES;
            };
            TopicPartition partition =
                    new TopicPartition(settings.topic(topic), problem.at().partition());
            long offset = problem.at().offset();
            AtomicReference<@Nullable String> id = new AtomicReference<>();
            reader.read(Map.of(partition, new Range(offset, offset + 1)), Progress.UNSEEN, record -> {
                if (record.offset() == offset && record.key() != null) {
                    id.set(new String(record.key(), StandardCharsets.UTF_8));
                }
                return true;
            });
            Coordinates at = new Coordinates(partition.topic(), partition.partition(), offset);
            anomalies.add(new Anomaly(problem.name(), at, 0, id.get(), at, problem.detail()));
        }
        return anomalies;
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
