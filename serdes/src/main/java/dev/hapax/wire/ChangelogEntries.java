package dev.hapax.wire;

import dev.hapax.domain.GuardEntry;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The records of the guard's changelog, for those who ask what it knows without being its task. */
public final class ChangelogEntries {

    private ChangelogEntries() {}

    /**
     * One entry as it was kept or forgotten. Of several with the same key in the same bucket the newest counts.
     *
     * @param bucket which of the spans of time since 1970, a bucket long each, it lives in
     */
    public record Entry(GuardKey key, long bucket, byte[] value) {

        public boolean forgotten() {
            return value.length == 0;
        }

        /** What is kept, or null where it is forgotten. */
        public @Nullable GuardEntry kept() {
            return forgotten() ? null : GuardEntryFormat.read(value);
        }

        /** The identity, or {@code sha256:} and its hash where it is too long to be kept. */
        public String name() {
            return key.name();
        }
    }

    /** How far the guard's time had come when a record was written. */
    public static long streamTime(byte[] chunk) {
        return GuardChunk.head(chunk).streamTime();
    }

    /** Hands over all entries of a record, in the order they were written. */
    public static void read(byte[] chunk, Consumer<Entry> entries) {
        GuardChunk.read(chunk, (bucket, key, value) -> entries.accept(new Entry(GuardKey.of(key), bucket, value)));
    }

    /** Hands over those entries of a record that are of an identity. */
    public static void read(byte[] chunk, String identity, Consumer<Entry> entries) {
        GuardKey plain = GuardKey.of(identity);
        read(chunk, entry -> {
            if (entry.key().isOf(plain)) {
                entries.accept(entry);
            }
        });
    }
}
