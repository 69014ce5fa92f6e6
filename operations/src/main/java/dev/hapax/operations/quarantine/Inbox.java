package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.NewestFirst;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Lists and reads the current cases. Changes nothing. Used by one thread. */
public final class Inbox implements AutoCloseable {

    private static final String READING = "reading cases";

    private final TopicNames topics;
    private final TopicReader reader;
    private final CaseFiles files;
    private final Function<Quarantined, Case.Summary> summaries;
    private long foreign;

    /**
     * @param files shared; the caller closes it
     */
    public Inbox(KafkaClients clients, CaseFiles files) {
        this(clients, files, Case.Summary::of);
    }

    /** @param summaries the summary of a record in lists, for example a masked one */
    public Inbox(KafkaClients clients, CaseFiles files, Function<Quarantined, Case.Summary> summaries) {
        this.summaries = summaries;
        this.topics = clients.settings().topicNames();
        this.reader = new TopicReader(clients);
        this.files = files;
    }

    /** How many records the last read skipped, because Hapax did not write them. */
    public long skipped() {
        return foreign + files.skipped();
    }

    /** Shows every case that matches, the newest first, until the visitor wants no more. Memory does not grow with them. */
    public void list(CaseFilter filter, Progress progress, Predicate<Case> visitor) {
        files.catchUp(progress);
        foreign = 0;
        Map<TopicPartition, Range> ranges = reader.whole(topics.of(Topic.QUARANTINE));
        long total = ranges.values().stream().mapToLong(Range::length).sum();
        NewestFirst<Case.Summary> records = new NewestFirst<>(reader, ranges, record -> {
            Quarantined found = read(record);
            return found == null ? null : summaries.apply(found);
        });
        // A message that failed again, or whose record was read again, has older records. Only the newest counts.
        SeenCases seen = new SeenCases();
        long done = 0;
        for (Case.Summary next = records.next(); next != null; next = records.next()) {
            progress.at(READING, ++done, total);
            if (seen.add(next.id())) {
                Case found = Case.of(next, files.get(next.id()));
                if (filter.matches(found) && !visitor.test(found)) {
                    return;
                }
            }
        }
    }

    /** Null if Hapax did not write the record, which is counted. */
    private @Nullable Quarantined read(ConsumerRecord<byte[], byte[]> record) {
        Quarantined found = Quarantined.read(record);
        if (found == null) {
            foreign++;
        }
        return found;
    }

    /** Shows every record of the quarantine, older failures of a case included. */
    void everyRecord(Progress progress, Consumer<Case.Summary> visitor) {
        foreign = 0;
        reader.read(reader.whole(topics.of(Topic.QUARANTINE)), progress, record -> {
            Quarantined found = read(record);
            if (found != null) {
                visitor.accept(Case.Summary.of(found));
            }
            return true;
        });
    }

    /** The cases that match, counted by reason, the most frequent first. */
    public List<CaseCount.Group> groups(CaseFilter filter, Progress progress) {
        Map<String, CaseCount.Group> groups = new LinkedHashMap<>();
        list(filter, progress, found -> {
            CaseCount.Group group = CaseCount.Group.of(found.summary());
            groups.merge(group.reason(), group, CaseCount.Group::plus);
            return true;
        });
        return groups.values().stream()
                .sorted(Comparator.comparingLong(CaseCount.Group::count)
                        .reversed()
                        .thenComparing(CaseCount.Group::reason))
                .toList();
    }

    /** @throws UnknownException when there is no such case */
    public Case.Details find(Coordinates id, Progress progress) {
        List<Coordinates> stored = new ArrayList<>();
        list(CaseFilter.ALL, progress, found -> {
            if (found.summary().id().equals(id)) {
                stored.add(found.summary().stored());
            }
            return stored.isEmpty();
        });
        if (stored.isEmpty()) {
            throw new UnknownException("there is no case " + id + " in " + topics.of(Topic.QUARANTINE)
                    + ": list the cases with 'hapax quarantine list -c FILE --state all'");
        }
        return new Case.Details(failures(id, stored.get(0), progress), files.whole(id));
    }

    /** The latest failure and the ones before it. */
    private List<Quarantined> failures(Coordinates id, Coordinates latest, Progress progress) {
        List<Quarantined> failures = new ArrayList<>(read(Set.of(latest)));
        if (failures.isEmpty()) {
            throw new UnknownException(
                    "case " + id + " was deleted from " + topics.of(Topic.QUARANTINE) + " while it was being read");
        }
        if (failures.get(0).attempts() > 1 || failures.get(0).generation() > 0) {
            reader.read(reader.whole(topics.of(Topic.QUARANTINE)), progress, record -> {
                Quarantined found = Quarantined.read(record);
                if (found != null && found.id().equals(id) && !found.stored().equals(latest)) {
                    failures.add(found);
                }
                return true;
            });
            failures.sort(Comparator.comparing(Quarantined::at).reversed());
        }
        return failures;
    }

    /** The records that stand at these places in the quarantine topic. */
    List<Quarantined> read(Set<Coordinates> stored) {
        List<Quarantined> found = new ArrayList<>();
        reader.read(stored, record -> {
            Quarantined quarantined = Quarantined.read(record);
            if (quarantined != null) {
                found.add(quarantined);
            }
        });
        return found;
    }

    /** Shows the records that stand at these places, each partition in its order. */
    void stream(Set<Coordinates> stored, Progress progress, Predicate<Quarantined> visitor) {
        reader.read(TopicReader.around(stored), progress, record -> {
            Coordinates at = new Coordinates(record.topic(), record.partition(), record.offset());
            Quarantined found = stored.contains(at) ? Quarantined.read(record) : null;
            return found == null || visitor.test(found);
        });
    }

    @Override
    public void close() {
        reader.close();
    }

    /** One page of the inbox, the newest cases first. */
    public static final class Page {

        private final CaseFilter filter;
        private final @Nullable Coordinates before;
        private final int limit;
        private final List<Case> cases = new ArrayList<>();
        private boolean begun;
        private boolean more;

        /** @param before the last case of the page before; null for the first page */
        public Page(CaseFilter filter, @Nullable Coordinates before, int limit) {
            this.filter = filter;
            this.before = before;
            this.limit = limit;
            this.begun = before == null;
        }

        public void read(Inbox inbox, Progress progress) {
            // The last case of the page before may have stopped to match.
            inbox.list(before == null ? filter : CaseFilter.ALL, progress, this::wantsMoreAfter);
        }

        private boolean wantsMoreAfter(Case next) {
            if (!begun) {
                begun = next.summary().id().equals(before);
            } else if (filter.matches(next)) {
                more = cases.size() == limit;
                if (!more) {
                    cases.add(next);
                }
            }
            return !more;
        }

        /** Whether the last case of the page before does not exist any more. */
        public boolean isLost() {
            return !begun;
        }

        public List<Case> cases() {
            return cases;
        }

        /** The last case of this page, where the next page starts; null if there is none. */
        public @Nullable String next() {
            return more ? cases.get(cases.size() - 1).summary().id().toString() : null;
        }
    }

    /** The cases that were seen already, in little room: some 50 bytes each. */
    static final class SeenCases {

        private final Map<Partition, Set<Long>> offsets = new HashMap<>();

        private record Partition(String topic, int number) {}

        /** @return false when it was seen before */
        boolean add(Coordinates id) {
            return offsets.computeIfAbsent(new Partition(id.topic(), id.partition()), partition -> new HashSet<>())
                    .add(id.offset());
        }
    }
}
