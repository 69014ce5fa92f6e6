package dev.hapax.operations.keys;

import dev.hapax.config.Settings;
import dev.hapax.domain.GuardEntry;
import dev.hapax.wire.ChangelogEntries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers of a running guard in the form of {@link Keys}, which reads the same from topics. */
public final class GuardKeys {

    private final Settings settings;
    private final Lifetimes lifetimes;

    public GuardKeys(Settings settings) {
        this.settings = settings;
        this.lifetimes = new Lifetimes(settings);
    }

    /**
     * Which partition guards an identity.
     *
     * @throws IllegalArgumentException when it can't be one
     */
    public int partition(String identity) {
        Keys.requireIdentity(identity);
        return GuardChangelog.partition(
                identity.getBytes(StandardCharsets.UTF_8), settings.topics().partitions());
    }

    /** What the guard remembers of the identity it was asked about, the newest generation first. */
    public List<Remembered> ofOne(List<ChangelogEntries.Entry> entries, long streamTime) {
        return lifetimes.remembered(entries, streamTime);
    }

    /** What the guard remembers of many, in the order of its answer. */
    public List<Remembered> ofMany(List<ChangelogEntries.Entry> entries, long streamTime) {
        List<Remembered> remembered = new ArrayList<>();
        for (ChangelogEntries.Entry found : entries) {
            GuardEntry entry = found.kept();
            if (entry != null) {
                remembered.add(lifetimes.remembered(found, entry, streamTime));
            }
        }
        return remembered;
    }

    /** Whether an entry still counts, and came from a source of that namespace; null for any. */
    public boolean matches(@Nullable String namespace, ChangelogEntries.Entry found, long streamTime) {
        GuardEntry entry = found.kept();
        return entry != null
                && lifetimes.isOf(namespace, found, entry)
                && !lifetimes.remembered(found, entry, streamTime).expired();
    }

    /** @throws IllegalArgumentException when no source has it */
    public void requireNamespace(@Nullable String namespace) {
        Keys.requireNamespace(settings, namespace, "namespace");
    }

    /** Identities that may have been meant where the guard knows nothing of this one. */
    public List<String> suggestions(String identity) {
        return Keys.suggestions(settings, identity);
    }
}
