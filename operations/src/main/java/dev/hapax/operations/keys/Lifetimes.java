package dev.hapax.operations.keys;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.GuardEntry;
import dev.hapax.guard.ChangelogEntries;
import dev.hapax.guard.Windows;
import dev.hapax.topology.HapaxTopology;
import java.time.Instant;
import java.util.Optional;

/** Which source an entry of the guard came from, and so how long it counts. */
final class Lifetimes {

    private final Settings settings;
    private final Windows windows;

    Lifetimes(Settings settings) {
        this.settings = settings;
        this.windows = HapaxTopology.windows(settings);
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
