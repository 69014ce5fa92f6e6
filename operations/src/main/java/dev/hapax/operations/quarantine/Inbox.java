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

/** The quarantine as it stands when it is asked. Changes nothing. One thread uses it. */
public final class Inbox implements AutoCloseable {

    private static final String READING = "reading cases";

    private final TopicNames topics;
    private final TopicReader reader;
    private final CaseFiles files;
    private final Function<Quarantined, CaseSummary> summaries;
    private long strangers;

    /**
     * @param files is shared with others, and closed by whoever opened it
     */
    public Inbox(KafkaClients clients, CaseFiles files) {
        this(clients, files, CaseSummary::of);
    }

    /** @param summaries what is told of a record in lists; may tell less than there is */
    public Inbox(KafkaClients clients, CaseFiles files, Function<Quarantined, CaseSummary> summaries) {
        this.summaries = summaries;
        this.topics = clients.settings().topicNames();
        this.reader = new TopicReader(clients);
        this.files = files;
    }

    /** How many records were skipped since it was last asked to read, because Hapax did not write them. */
    public long skipped() {
        return strangers + files.skipped();
    }

    /** Shows every case that matches, the newest first, until the visitor wants no more. Memory does not grow with them. */
    public void list(CaseFilter filter, Progress progress, Predicate<Case> visitor) {
        files.catchUp(progress);
        strangers = 0;
        Map<TopicPartition, Range> ranges = reader.whole(topics.of(Topic.QUARANTINE));
        long total = ranges.values().stream().mapToLong(Range::length).sum();
        NewestFirst<CaseSummary> records = new NewestFirst<>(reader, ranges, record -> {
            Quarantined found = read(record);
            return found == null ? null : summaries.apply(found);
        });
        // A message that failed again, or whose record was read again, has older records, which the newest stands for.
        SeenCases seen = new SeenCases();
        long done = 0;
        for (CaseSummary next = records.next(); next != null; next = records.next()) {
            progress.at(READING, ++done, total);
            if (seen.add(next.id())) {
                Case found = Case.of(next, files.get(next.id()));
                if (filter.matches(found) && !visitor.test(found)) {
                    return;
                }
            }
        }
    }

    /** Null for a stranger's record, which is counted. */
    private @Nullable Quarantined read(ConsumerRecord<byte[], byte[]> record) {
        Quarantined found = Quarantined.read(record);
        if (found == null) {
            strangers++;
        }
        return found;
    }

    /** Shows every record of the quarantine, older failures of a case included. */
    void everyRecord(Progress progress, Consumer<CaseSummary> visitor) {
        strangers = 0;
        reader.read(reader.whole(topics.of(Topic.QUARANTINE)), progress, record -> {
            Quarantined found = read(record);
            if (found != null) {
                visitor.accept(CaseSummary.of(found));
            }
            return true;
        });
    }

    /** The cases that match, counted by reason, the most frequent first. */
    public List<CaseGroup> groups(CaseFilter filter, Progress progress) {
        Map<String, CaseGroup> groups = new LinkedHashMap<>();
        list(filter, progress, found -> {
            CaseGroup group = CaseGroup.of(found.summary());
            groups.merge(group.reason(), group, CaseGroup::plus);
            return true;
        });
        return groups.values().stream()
                .sorted(Comparator.comparingLong(CaseGroup::count).reversed().thenComparing(CaseGroup::reason))
                .toList();
    }

    /** @throws UnknownException when there is no such case */
    public CaseDetails find(Coordinates id, Progress progress) {
        List<Coordinates> stored = new ArrayList<>();
        list(CaseFilter.ALL, progress, found -> {
            if (found.summary().id().equals(id)) {
                stored.add(found.summary().stored());
            }
            return stored.isEmpty();
        });
        if (stored.isEmpty()) {
            throw new UnknownException("there is no case " + id + " in " + topics.of(Topic.QUARANTINE)
                    + ": 'hapax quarantine list -c FILE --state all' shows those there are");
        }
        return new CaseDetails(failures(id, stored.get(0), progress), files.whole(id));
    }

    /** The latest failure and the ones before it. */
    private List<Quarantined> failures(Coordinates id, Coordinates latest, Progress progress) {
        List<Quarantined> failures = new ArrayList<>(read(Set.of(latest)));
        if (failures.isEmpty()) {
            throw new UnknownException(
                    "case " + id + " was deleted from " + topics.of(Topic.QUARANTINE) + " while it was read");
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
        for (Coordinates at : stored) {
            reader.read(
                    Map.of(new TopicPartition(at.topic(), at.partition()), new Range(at.offset(), at.offset() + 1)),
                    Progress.UNSEEN,
                    record -> {
                        Quarantined quarantined = Quarantined.read(record);
                        if (quarantined != null) {
                            found.add(quarantined);
                        }
                        return true;
                    });
        }
        return found;
    }

    /** Shows the records that stand at these places, each partition in its order. */
    void stream(Set<Coordinates> stored, Progress progress, Predicate<Quarantined> visitor) {
        Map<TopicPartition, Range> ranges = new LinkedHashMap<>();
        for (Coordinates at : stored) {
            ranges.merge(
                    new TopicPartition(at.topic(), at.partition()),
                    new Range(at.offset(), at.offset() + 1),
                    (a, b) -> new Range(Math.min(a.from(), b.from()), Math.max(a.to(), b.to())));
        }
        reader.read(ranges, progress, record -> {
            Coordinates at = new Coordinates(record.topic(), record.partition(), record.offset());
            Quarantined found = stored.contains(at) ? Quarantined.read(record) : null;
            return found == null || visitor.test(found);
        });
    }

    @Override
    public void close() {
        reader.close();
    }
}
