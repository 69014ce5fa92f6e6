package dev.hapax.operations.keys;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.ChangelogEntries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which source an entry of the guard came from, and so how long it counts. */
final class Lifetimes {

    private final Settings settings;
    private final GuardWindows windows;

    Lifetimes(Settings settings) {
        this.settings = settings;
        this.windows = settings.guardWindows();
    }

    /** By the topic its first message stood in; by its namespace where that is not read any more. */
    Optional<SourceSettings> source(String name, GuardEntry entry) {
        Optional<SourceSettings> ofTopic = settings.sources().stream()
                .filter(source -> source.topic().equals(entry.first().topic()))
                .findFirst();
        return ofTopic.or(() -> settings.sources().stream()
                .filter(source -> source.namespace().isEmpty() || name.startsWith(source.namespace() + ":"))
                .findFirst());
    }

    Remembered remembered(ChangelogEntries.Entry found, GuardEntry entry, long streamTime) {
        return new Remembered(
                found.name(),
                entry,
                Instant.ofEpochMilli(until(found, entry)),
                Instant.ofEpochMilli(Math.max(0, streamTime)));
    }

    /** What the guard remembers by these entries of one identity, the newest generation first. */
    List<Remembered> remembered(Collection<ChangelogEntries.Entry> found, long streamTime) {
        // Written again where duplicates extend its window: then the last one counts.
        Map<List<Object>, Remembered> distinct = new HashMap<>();
        for (ChangelogEntries.Entry entry : found) {
            GuardEntry kept = entry.kept();
            if (kept != null) {
                distinct.merge(
                        List.of(kept.generation(), kept.first(), kept.firstTime()),
                        remembered(entry, kept, streamTime),
                        (one, other) -> one.until().isAfter(other.until()) ? one : other);
            }
        }
        List<Remembered> remembered = new ArrayList<>(distinct.values());
        remembered.sort(Comparator.<Remembered>comparingInt(r -> r.entry().generation())
                .thenComparing(Remembered::firstTime)
                .reversed());
        return remembered;
    }

    /** Whether an entry came from a source of that namespace; null for any. */
    boolean isOf(@Nullable String namespace, ChangelogEntries.Entry found, GuardEntry entry) {
        return namespace == null
                || source(found.name(), entry)
                        .filter(source -> source.namespace().equals(namespace))
                        .isPresent();
    }

    private long until(ChangelogEntries.Entry found, GuardEntry entry) {
        long ttl = source(found.name(), entry)
                .map(SourceSettings::ttl)
                .orElse(settings.longestTtl())
                .toMillis();
        if (entry.generation() == 0) {
            return entry.lastTime() + ttl;
        }
        // A replay's entry is as old as its original, and counts as long as the bucket it was admitted in may be
        // searched.
        return (found.bucket() + 1) * windows.bucket() + ttl + windows.maxLateness();
    }
}
