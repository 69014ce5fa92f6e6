package dev.hapax.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The buckets that are alive, by number. Few and close together, so they stand in an array from the oldest on. */
final class LivingBuckets {

    private final List<@Nullable Bucket> buckets = new ArrayList<>();
    private long oldest;

    @Nullable
    Bucket get(long number) {
        long at = number - oldest;
        return at < 0 || at >= buckets.size() ? null : buckets.get((int) at);
    }

    void add(Bucket bucket) {
        if (buckets.isEmpty()) {
            oldest = bucket.number();
        }
        while (bucket.number() < oldest) {
            buckets.add(0, null);
            oldest--;
        }
        while (bucket.number() >= oldest + buckets.size()) {
            buckets.add(null);
        }
        buckets.set((int) (bucket.number() - oldest), bucket);
    }

    /** The newest bucket that is older than this one. */
    @Nullable
    Bucket before(long number) {
        for (long n = Math.min(number, oldest + buckets.size()) - 1; n >= oldest; n--) {
            Bucket bucket = get(n);
            if (bucket != null) {
                return bucket;
            }
        }
        return null;
    }

    /** Takes away all buckets that are older than this one. */
    void dropBefore(long number, Consumer<Bucket> dropped) {
        while (!buckets.isEmpty() && oldest < number) {
            Bucket bucket = buckets.remove(0);
            oldest++;
            if (bucket != null) {
                dropped.accept(bucket);
            }
        }
    }

    void forEach(Consumer<Bucket> each) {
        for (Bucket bucket : buckets) {
            if (bucket != null) {
                each.accept(bucket);
            }
        }
    }
}
