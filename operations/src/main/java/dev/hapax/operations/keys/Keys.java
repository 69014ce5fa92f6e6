package dev.hapax.operations.keys;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.Inbox;
import dev.hapax.wire.ChangelogEntries;
import dev.hapax.wire.GuardKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What the guard knows of identities, read from its changelog; it works while instances run and while none does. */
public final class Keys implements AutoCloseable {

    /** So many of the newest may have been forgotten before a list has to be made again. */
    private static final int SPARE = 1_000;

    private final KafkaClients clients;
    private final CaseFiles files;
    private final Settings settings;
    private final Progress progress;
    private final TopicReader reader;
    private final GuardChangelog changelog;
    private final Lifetimes lifetimes;

    /** @param files shared; the caller closes it */
    public Keys(KafkaClients clients, CaseFiles files, Progress progress) {
        this.clients = clients;
        this.files = files;
        this.settings = clients.settings();
        this.progress = progress;
        this.reader = new TopicReader(clients);
        this.changelog = new GuardChangelog(settings, reader);
        this.lifetimes = new Lifetimes(settings);
    }

    /** Everything recorded about an identity, namespace included. */
    public Why why(String identity) {
        requireIdentity(identity);
        return why(identity, remembered(identity));
    }

    /**
     * The same where the guard itself has been asked already.
     *
     * @param remembered what it answered
     */
    public Why why(String identity, List<Remembered> remembered) {
        Records records = new Records(reader, settings.topicNames(), progress, identity);
        Why.Suppressed suppressed = records.suppressed();
        List<Case> quarantined;
        try (Inbox inbox = new Inbox(clients, files)) {
            quarantined = records.quarantined(inbox);
        }
        List<Why.Commanded> commands = records.commands();
        boolean known = !remembered.isEmpty() || suppressed.last() != null || !quarantined.isEmpty();
        return new Why(
                identity,
                remembered,
                suppressed,
                quarantined,
                commands,
                known ? List.of() : suggestions(settings, identity));
    }

    static void requireIdentity(String identity) {
        if (identity.isBlank()) {
            throw new IllegalArgumentException("IDENTITY: must not be blank");
        }
    }

    private record Place(GuardKey key, long bucket) {}

    private List<Remembered> remembered(String identity) {
        Map<Place, ChangelogEntries.Entry> found = new LinkedHashMap<>();
        long[] streamTime = {-1};
        Map<TopicPartition, Range> part = GuardChangelog.partOf(changelog.whole(), identity);
        changelog.read(part, progress, (partition, chunk) -> {
            streamTime[0] = Math.max(streamTime[0], GuardChangelog.streamTime(chunk));
            ChangelogEntries.read(chunk, identity, entry -> found.put(new Place(entry.key(), entry.bucket()), entry));
        });
        return lifetimes.remembered(found.values(), streamTime[0]);
    }

    /** The namespaces of the sources, where the identity has none of them. */
    static List<String> suggestions(Settings settings, String identity) {
        List<String> namespaces = namespaces(settings);
        return namespaces.stream().anyMatch(namespace -> identity.startsWith(namespace + ":"))
                ? List.of()
                : namespaces.stream()
                        .map(namespace -> namespace + ":" + identity)
                        .toList();
    }

    private static List<String> namespaces(Settings settings) {
        return settings.sources().stream()
                .map(SourceSettings::namespace)
                .filter(namespace -> !namespace.isEmpty())
                .distinct()
                .toList();
    }

    /** @throws IllegalArgumentException when no source has it */
    static void requireNamespace(Settings settings, @Nullable String namespace, String option) {
        if (namespace != null && !namespaces(settings).contains(namespace)) {
            throw new IllegalArgumentException(option + ": no source has the namespace '" + namespace + "'; there is "
                    + (namespaces(settings).isEmpty() ? "none" : String.join(", ", namespaces(settings))));
        }
    }

    /**
     * The identities the guard remembers, those seen last first. Takes memory for as many as are asked for.
     *
     * @param namespace null for all
     */
    public List<Remembered> list(@Nullable String namespace, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("--limit: " + limit + " must be 1 or more");
        }
        requireNamespace(settings, namespace, "--namespace");
        Map<TopicPartition, Range> whole = changelog.whole();
        Map<Integer, Long> streamTimes = changelog.streamTimes(whole);
        for (int spare = SPARE; ; spare *= 16) {
            Newest newest = new Newest(limit + spare);
            changelog.read(whole, progress, (partition, chunk) -> {
                long streamTime = streamTimes.getOrDefault(partition, -1L);
                ChangelogEntries.read(chunk, entry -> consider(entry, streamTime, namespace, newest));
            });
            if (newest.forgotten() <= spare) {
                return newest.first(limit);
            }
        }
    }

    private void consider(ChangelogEntries.Entry found, long streamTime, @Nullable String namespace, Newest newest) {
        GuardEntry entry = found.kept();
        if (entry == null) {
            newest.forget(found.name());
        } else if (lifetimes.isOf(namespace, found, entry)) {
            Remembered remembered = lifetimes.remembered(found, entry, streamTime);
            if (!remembered.expired()) {
                newest.add(remembered);
            }
        }
    }

    @Override
    public void close() {
        reader.close();
    }

    /** The newest of many entries that come in any order, up to a limit. */
    static final class Newest {

        /** By what makes an entry the same one: where duplicates extend its window it is written again, also to other buckets. */
        private static final Comparator<Remembered> ORDER = Comparator.<Remembered>comparingLong(
                        remembered -> remembered.entry().firstTime())
                .thenComparing(Remembered::name)
                .thenComparingInt(remembered -> remembered.entry().generation())
                .thenComparing(remembered -> remembered.entry().first().toString());

        private final TreeSet<Remembered> kept = new TreeSet<>(ORDER);
        private final int room;
        private boolean crowded;
        private int forgotten;

        Newest(int room) {
            this.room = room;
        }

        void add(Remembered remembered) {
            kept.remove(remembered);
            kept.add(remembered);
            if (kept.size() > room) {
                kept.pollFirst();
                crowded = true;
            }
        }

        void forget(String name) {
            int before = kept.size();
            kept.removeIf(remembered -> remembered.name().equals(name));
            if (crowded) {
                forgotten += before - kept.size();
            }
        }

        /** How many were forgotten whose places older ones would have had, had these not been crowded out before. */
        int forgotten() {
            return forgotten;
        }

        List<Remembered> first(int limit) {
            List<Remembered> newest = new ArrayList<>();
            for (Remembered remembered : kept.descendingSet()) {
                if (newest.size() == limit) {
                    break;
                }
                newest.add(remembered);
            }
            return newest;
        }
    }
}
