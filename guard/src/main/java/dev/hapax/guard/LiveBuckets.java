package dev.hapax.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The buckets that are alive, oldest first. One cell for each bucket there is and none for a gap: the numbers come from
 * record timestamps, and two records can be decades apart.
 */
final class LiveBuckets {

    private final List<Bucket> buckets = new ArrayList<>();

    @Nullable
    Bucket get(long number) {
        int at = indexFrom(number);
        return at < buckets.size() && buckets.get(at).number() == number ? buckets.get(at) : null;
    }

    void add(Bucket bucket) {
        buckets.add(indexFrom(bucket.number()), bucket);
    }

    /** The newest bucket that is older than this one. */
    @Nullable
    Bucket before(long number) {
        int at = indexFrom(number);
        return at == 0 ? null : buckets.get(at - 1);
    }

    /** Takes away all buckets that are older than this one. */
    void dropBefore(long number, Consumer<Bucket> dropped) {
        List<Bucket> dead = buckets.subList(0, indexFrom(number));
        dead.forEach(dropped);
        dead.clear();
    }

    void forEach(Consumer<Bucket> each) {
        buckets.forEach(each);
    }

    /** The oldest that is wanted. */
    @Nullable
    Bucket first(Predicate<Bucket> wanted) {
        for (Bucket bucket : buckets) {
            if (wanted.test(bucket)) {
                return bucket;
            }
        }
        return null;
    }

    int size() {
        return buckets.size();
    }

    /** The index of the first bucket that is not older than this one. */
    private int indexFrom(long number) {
        int from = 0;
        int to = buckets.size();
        if (to > 0) {
            // Mostly there is no gap, and the place follows from the number.
            long guess = number - buckets.get(0).number();
            if (guess >= 0 && guess < to && buckets.get((int) guess).number() == number) {
                return (int) guess;
            }
        }
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (buckets.get(middle).number() < number) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
