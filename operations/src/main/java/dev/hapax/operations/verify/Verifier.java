package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.RowSorter;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.operations.rules.RulesTopic;
import dev.hapax.operations.verify.DuplicateCheck.Mention;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import dev.hapax.operations.verify.Retention.Finder;
import dev.hapax.operations.verify.Verification.Anomaly;
import dev.hapax.operations.verify.Verification.PartitionCount;
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
 * Verifies an application's outputs against its inputs, up to its committed offsets, whether or not instances run. It changes
 * nothing. Its memory does not grow with what it reads.
 */
public final class Verifier {

    /** Some 6 MB of heap. */
    private static final int DELIVERIES_AT_ONCE = 1 << 16;

    private final Settings settings;
    private final KafkaClients clients;
    private final Sources configured;

    public Verifier(Settings settings, Sources sources) {
        this.settings = settings;
        this.clients = new KafkaClients(settings);
        this.configured = sources;
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
            Scope scope = new TopicScan(settings, offsets, reader, bench, versions, progress).read(period, now);
            Finder finder = new Finder(offsets, reader::partitions, now);
            Retention retention = finder.find(settings.topicNames(), TopicScan.inputTopics(settings), bench.numbers());
            check(bench, retention, period, progress);
            Map<AnomalyName, Long> counts = bench.results().counts();
            List<Anomaly> anomalies = anomalies(bench, versions, progress);
            DeliveryCounts deliveries = null;
            if (settings.delivery().isOn()) {
                DeliveryCheck check = deliveries(offsets, reader, folder, progress, kept(finder, period, now));
                check.problemCounts().forEach((name, count) -> counts.merge(name, count, Long::sum));
                anomalies.addAll(anomalies(check, reader));
                deliveries = check.counts();
            }
            return new Verification(counts(bench, scope), bench.results().totals(), deliveries, counts, anomalies);
        }
    }

    private DeliveryCheck deliveries(
            Offsets offsets, TopicReader reader, Path folder, Progress progress, Supplier<DeliveryCheck.Kept> kept) {
        try (RowSorter facts = new RowSorter(
                folder.resolve("deliveries"), DeliveryFact.WIDTH, DeliveryFact.KEYS, DELIVERIES_AT_ONCE)) {
            new DeliveryScan(settings, offsets, reader, facts, progress).read();
            DeliveryCheck check = new DeliveryCheck(kept.get());
            facts.forEach("checking deliveries", progress, row -> check.accept(DeliveryFact.of(row)));
            check.end();
            return check;
        }
    }

    /** To be called after everything has been read, because retention goes on meanwhile. */
    private Supplier<DeliveryCheck.Kept> kept(Finder finder, Period period, Instant now) {
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
        AccountingCheck messages = new AccountingCheck(replays, retention, bench.results());
        bench.facts().forEach("checking messages", progress, row -> messages.accept(Fact.of(row)));
        messages.end();
        DuplicateCheck duplicates = new DuplicateCheck(retention, bench.results());
        bench.mentions().forEach("checking duplicates", progress, row -> duplicates.accept(Mention.of(row)));
        List<Long> ttls = settings.sources().stream()
                .map(source -> source.ttl().toMillis())
                .toList();
        IdentityCheck identities = new IdentityCheck(ttls, period.from() != null, bench.results());
        bench.sightings().forEach("checking identities", progress, row -> identities.accept(Sighting.of(row)));
    }

    private static List<PartitionCount> counts(Workbench bench, Scope scope) {
        List<PartitionCount> counts = new ArrayList<>();
        scope.verified().forEach((at, range) -> {
            long key = RecordPosition.partitionKey(bench.numbers().of(at.topic()), at.partition());
            counts.add(new PartitionCount(
                    at.topic(), at.partition(), range, bench.results().of(key)));
        });
        counts.sort(Comparator.comparing(PartitionCount::topic).thenComparing(PartitionCount::partition));
        return counts;
    }

    private List<Anomaly> anomalies(Workbench bench, RuleVersions versions, Progress progress) {
        List<Finding> first = bench.results().findings();
        List<Anomaly> anomalies = new ArrayList<>();
        if (first.isEmpty()) {
            return anomalies;
        }
        try (FindingDetails details = new FindingDetails(clients, bench.numbers(), versions)) {
            for (Finding finding : first) {
                anomalies.add(details.describe(finding));
                progress.at("reading again what is wrong", anomalies.size(), first.size());
            }
        }
        return anomalies;
    }

    /**
     * The messages to verify, by the time of their records.
     *
     * @param from null for the oldest one left
     * @param to null for the newest one read
     */
    public record Period(@Nullable Instant from, @Nullable Instant to) {

        public static final Period ALL = new Period(null, null);

        public Period {
            if (from != null && to != null && !from.isBefore(to)) {
                throw new IllegalArgumentException("--from " + from + " must be before --to " + to);
            }
        }
    }
}
