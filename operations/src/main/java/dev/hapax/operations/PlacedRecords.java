package dev.hapax.operations;

import dev.hapax.domain.Coordinates;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads single records of a topic again. A view keeps a summary of each thing and the place of its newest record, and asks here for
 * the whole of it. One thread at a time.
 *
 * @param <I> what a thing is known by
 * @param <T> the whole of it
 */
public final class PlacedRecords<I, T> {

    private final TopicReader reader;
    private final Function<I, @Nullable Coordinates> places;
    private final Function<ConsumerRecord<byte[], byte[]>, @Nullable T> read;
    private final Function<T, I> id;

    /**
     * @param places null for a thing that there is not
     * @param read null for a record that is none
     */
    public PlacedRecords(
            TopicReader reader,
            Function<I, @Nullable Coordinates> places,
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
                    + place(gone.get(0)).topic() + ": try again");
        }
        return found;
    }

    private Coordinates place(I known) {
        return Objects.requireNonNull(places.apply(known));
    }

    private List<I> missing(Collection<I> ids, Map<I, T> found) {
        return ids.stream()
                .filter(one -> places.apply(one) != null && !found.containsKey(one))
                .distinct()
                .toList();
    }

    private void fetch(List<I> ids, Map<I, T> found) {
        reader.read(ids.stream().map(this::place).toList(), record -> {
            T whole = read.apply(record);
            if (whole != null) {
                found.put(id.apply(whole), whole);
            }
        });
    }
}
