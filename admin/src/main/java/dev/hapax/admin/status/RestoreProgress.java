package dev.hapax.admin.status;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The current restore progress, reported by stream threads. */
public final class RestoreProgress implements StateRestoreListener {

    private final Map<Place, Restored> running = new ConcurrentHashMap<>();

    /** The progress of one store partition. */
    public record Restored(String store, int partition, long restored, long total) {}

    private record Place(String store, int partition) {}

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        running.put(
                new Place(store, changelog.partition()),
                new Restored(store, changelog.partition(), 0, Math.max(0, end - start)));
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long batchEnd, long count) {
        running.computeIfPresent(
                new Place(store, changelog.partition()),
                (place, before) -> new Restored(store, place.partition(), before.restored() + count, before.total()));
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        running.remove(new Place(store, changelog.partition()));
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long total) {
        running.remove(new Place(store, changelog.partition()));
    }

    List<Restored> stores() {
        return running.values().stream()
                .sorted(Comparator.comparing(Restored::store).thenComparing(Restored::partition))
                .toList();
    }
}
