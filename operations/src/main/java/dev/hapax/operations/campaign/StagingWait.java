package dev.hapax.operations.campaign;

import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until the instances have read what was written for the ledger. */
final class StagingWait {

    private static final Logger LOG = LoggerFactory.getLogger(StagingWait.class);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int PATIENCE_SECONDS = 30;

    private final KafkaClients clients;

    StagingWait(KafkaClients clients) {
        this.clients = clients;
    }

    /**
     * @param begins of what was written, by partition
     * @param ends of what was written, by partition
     * @param patience how long nothing may move
     * @return whether they have read all of it
     */
    boolean until(
            Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends, Duration patience, Progress progress) {
        long total = distance(begins, ends);
        long before = -1;
        long moved = System.nanoTime();
        try (Admin admin = clients.admin()) {
            while (true) {
                Map<TopicPartition, OffsetAndMetadata> read = committed(admin);
                long left = 0;
                for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
                    OffsetAndMetadata at = read.get(end.getKey());
                    long from = Math.max(begins.getOrDefault(end.getKey(), 0L), at == null ? 0 : at.offset());
                    left += Math.max(0, end.getValue() - from);
                }
                progress.at("staging recipients", total - left, total);
                if (left == 0) {
                    return true;
                }
                if (left != before) {
                    before = left;
                    moved = System.nanoTime();
                } else if (System.nanoTime() - moved > patience.toNanos()) {
                    return false;
                }
                Thread.sleep(PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException(
                    "interrupted while the ledger reads the recipients; all of them are written", e);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Whether the ledger has read the recipients can't be said: {}", e.getMessage());
            return false;
        }
    }

    private static long distance(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .mapToLong(end -> end.getValue() - begins.getOrDefault(end.getKey(), 0L))
                .sum();
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(Admin admin)
            throws ExecutionException, InterruptedException, TimeoutException {
        return admin.listConsumerGroupOffsets(clients.settings().applicationId())
                .partitionsToOffsetAndMetadata()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
