package dev.hapax.demo;

import dev.hapax.demo.stream.DemoMessage;
import dev.hapax.domain.Decision;
import dev.hapax.wire.KafkaHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends a generated stream through a running demo and watches what becomes of it. */
public final class DemoRun {

    private static final Duration STEP = Duration.ofMillis(100);
    private static final Duration STALLED = Duration.ofSeconds(90);

    private final Demo demo;
    private final AtomicLong sent = new AtomicLong();

    public DemoRun(Demo demo) {
        this.demo = demo;
    }

    /**
     * Runs until everything sent has come out, or nothing has for long.
     *
     * @param live is called with the totals a few times a second
     */
    public Result run(Iterator<DemoMessage> stream, Consumer<DemoTotals> live) {
        try (DemoOutputs outputs =
                        new DemoOutputs(demo.bootstrapServers(), demo.settings().topicNames());
                GroupProgress progress = new GroupProgress(
                        demo.bootstrapServers(), demo.settings().applicationId(), demo.inputs())) {
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(stream));
            DemoTotals totals = outputs.totals(0);
            long moved = System.nanoTime();
            while (!(sending.isDone() && totals.read() == sent.get() && totals.addsUp())) {
                outputs.poll(STEP);
                DemoTotals now = outputs.totals(progress.read());
                if (!now.equals(totals)) {
                    moved = System.nanoTime();
                }
                totals = now;
                live.accept(totals);
                demo.requireRunning();
                if (sending.isCompletedExceptionally()) {
                    sending.join();
                }
                if (System.nanoTime() - moved > STALLED.toNanos()) {
                    throw new IllegalStateException("nothing has moved for " + STALLED.toSeconds() + " s: sent "
                            + sent.get() + ", " + totals.fields());
                }
            }
            return new Result(totals, outputs.firstAlerts(), outputs.firstCases());
        } catch (CompletionException e) {
            throw new IllegalStateException("the stream could not be sent", e.getCause());
        }
    }

    private void send(Iterator<DemoMessage> stream) {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(demo)) {
            while (stream.hasNext() && !failed.isCompletedExceptionally()) {
                DemoMessage message = stream.next();
                var unused = producer.send(record(message), (metadata, exception) -> {
                    if (exception != null) {
                        failed.completeExceptionally(exception);
                    }
                });
                sent.incrementAndGet();
            }
            producer.flush();
        }
        if (failed.isCompletedExceptionally()) {
            failed.join();
        }
    }

    static KafkaProducer<byte[], byte[]> producer(Demo demo) {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, demo.bootstrapServers(), ProducerConfig.LINGER_MS_CONFIG, 5);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    static ProducerRecord<byte[], byte[]> record(DemoMessage message) {
        return new ProducerRecord<>(
                message.topic(),
                message.partition(),
                message.timestamp(),
                message.key(),
                message.value(),
                KafkaHeaders.toKafka(message.headers()));
    }

    /** The result of a demo: the totals, and a few alerts and cases. */
    public record Result(DemoTotals totals, List<Decision> firstAlerts, List<QuarantinedRecord> firstCases) {}

    /** The progress of a group since the demo began, by its committed offsets. */
    static final class GroupProgress implements AutoCloseable {

        private final Admin admin;
        private final String group;
        private final Map<TopicPartition, Long> begin;

        GroupProgress(String bootstrapServers, String group, Set<String> inputs) {
            this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
            this.group = group;
            List<TopicPartition> partitions = get(admin.describeTopics(inputs).allTopicNames()).values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                    .toList();
            Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
            partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
            this.begin = new HashMap<>();
            get(admin.listOffsets(latest).all()).forEach((partition, end) -> begin.put(partition, end.offset()));
        }

        /** Messages read and committed. */
        long read() {
            var committed = get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
            return begin.entrySet().stream()
                    .mapToLong(entry -> {
                        var offset = committed.get(entry.getKey());
                        return offset == null ? 0 : Math.max(0, offset.offset() - entry.getValue());
                    })
                    .sum();
        }

        private static <T> T get(KafkaFuture<T> future) {
            try {
                return future.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("the demo's own broker failed", e);
            }
        }

        @Override
        public void close() {
            admin.close(Duration.ofSeconds(1));
        }
    }
}
