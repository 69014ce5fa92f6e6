package dev.hapax.instance;

import dev.hapax.admin.Background;
import dev.hapax.operations.KafkaClients;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when another instance of the group decides by another version, such as another rule file or field mapping: the same
 * message would then be decided differently by whichever instance reads it. Every decision names its version, so this looks at
 * the newest decisions of each partition now and then. It sees no instance that has decided nothing since this one started.
 */
final class VersionCheck implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(VersionCheck.class);
    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int NEWEST = 50;

    private final KafkaClients clients;
    private final Supplier<Sources> sources;
    private final BiPredicate<Source, String> known;
    private final Instant started;
    private final Set<String> warned = new HashSet<>();
    private final ScheduledExecutorService thread;

    /** @param known whether a version of a source's decisions is one that an operator applied: such come one after the other */
    VersionCheck(
            KafkaClients clients,
            Supplier<Sources> sources,
            BiPredicate<Source, String> known,
            Instant started,
            Background background) {
        this.thread = background.scheduler("version-check", 1);
        this.clients = clients;
        this.sources = sources;
        this.known = known;
        this.started = started;
    }

    void start() {
        var unused =
                thread.scheduleWithFixedDelay(this::check, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void check() {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            read(consumer);
        } catch (KafkaException e) {
            // Brokers that are away are reported by the streams; without the right to read, nothing can be compared.
            LOG.debug("Versions of other instances can't be compared", e);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("Versions of other instances can't be compared", e);
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = consumer
                .partitionsFor(clients.settings().topic(Topic.DECISIONS))
                .stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        partitions.forEach(partition -> consumer.seek(
                partition, Math.max(begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L) - NEWEST)));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline
                && partitions.stream()
                        .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
            consumer.poll(Duration.ofMillis(100)).forEach(this::compare);
        }
    }

    private void compare(ConsumerRecord<byte[], byte[]> decision) {
        String name = KafkaHeaders.text(decision.headers(), HeaderNames.SOURCE);
        String version = KafkaHeaders.text(decision.headers(), HeaderNames.CLASSIFIER);
        Source source = name == null ? null : sources.get().named(name);
        if (source == null
                || version == null
                || version.equals(source.version())
                || known.test(source, version)
                || decision.timestamp() < started.toEpochMilli()
                || !warned.add(name + " " + version)) {
            return;
        }
        LOG.warn(
                "Another instance decides messages of source {} by version {}, this one by {}: their configurations or"
                        + " rule files differ, so the same message may be decided differently. Give all instances of {}"
                        + " the same ones. Seen in {}-{}@{}",
                name,
                version,
                source.version(),
                clients.settings().applicationId(),
                decision.topic(),
                decision.partition(),
                decision.offset());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
