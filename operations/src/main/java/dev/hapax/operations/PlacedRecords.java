package dev.hapax.operations;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads single records of a topic again. A view keeps a summary of each thing and the place of its newest record, and asks here for
 * the whole of it. One thread at a time.
 *
 * @param <I> what a thing is known by
 * @param <T> the whole of it
 */
public final class PlacedRecords<I, T> {

    /** Up to so many records are fetched one by one; for more, the stretch they are in is read. */
    private static final int FEW = 8;

    /** Where a record stands. */
    public record Place(TopicPartition partition, long offset) {

        public static Place of(ConsumerRecord<?, ?> record) {
            return new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
        }
    }

    private final TopicReader reader;
    private final Function<I, @Nullable Place> places;
    private final Function<ConsumerRecord<byte[], byte[]>, @Nullable T> read;
    private final Function<T, I> id;

    /**
     * @param places null for a thing that there is not
     * @param read null for a record that is none
     */
    public PlacedRecords(
            TopicReader reader,
            Function<I, @Nullable Place> places,
            Function<ConsumerRecord<byte[], byte[]>, @Nullable T> read,
            Function<T, I> id) {
        this.reader = reader;
        this.places = places;
        this.read = read;
        this.id = id;
    }

    /**
     * Those of these things that there are.
     *
     * @param catchUp called when the record of one is gone: compaction has deleted it, so there is a newer one
     * @param what the things are called
     * @throws OperationException when the record of one is gone, and no newer one came
     */
    public Map<I, T> find(Collection<I> ids, Runnable catchUp, String what) {
        Map<I, T> found = new HashMap<>();
        for (int tries = 0; tries < 2 && !missing(ids, found).isEmpty(); tries++) {
            if (tries > 0) {
                catchUp.run();
            }
            fetch(missing(ids, found), found);
        }
        List<I> gone = missing(ids, found);
        if (!gone.isEmpty()) {
            throw new OperationException(what + " " + gone.get(0) + " can't be read from "
                    + place(gone.get(0)).partition().topic() + ": try again");
        }
        return found;
    }

    private Place place(I known) {
        return Objects.requireNonNull(places.apply(known));
    }

    private List<I> missing(Collection<I> ids, Map<I, T> found) {
        return ids.stream()
                .filter(one -> places.apply(one) != null && !found.containsKey(one))
                .distinct()
                .toList();
    }

    private void fetch(List<I> ids, Map<I, T> found) {
        Set<Place> wanted = new HashSet<>();
        List<Map<TopicPartition, Range>> reads = new ArrayList<>();
        Map<TopicPartition, Range> stretch = new HashMap<>();
        for (I one : ids) {
            Place place = place(one);
            wanted.add(place);
            Range alone = new Range(place.offset(), place.offset() + 1);
            if (ids.size() <= FEW) {
                reads.add(Map.of(place.partition(), alone));
            } else {
                stretch.merge(
                        place.partition(),
                        alone,
                        (a, b) -> new Range(Math.min(a.from(), b.from()), Math.max(a.to(), b.to())));
            }
        }
        if (!stretch.isEmpty()) {
            reads.add(stretch);
        }
        for (Map<TopicPartition, Range> each : reads) {
            reader.read(each, Progress.UNSEEN, record -> {
                T whole = wanted.contains(Place.of(record)) ? read.apply(record) : null;
                if (whole != null) {
                    found.put(id.apply(whole), whole);
                }
                return true;
            });
        }
    }
}
