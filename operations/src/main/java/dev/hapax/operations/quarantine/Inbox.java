package dev.hapax.operations.quarantine;

import dev.hapax.config.TopicSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Clients;
import dev.hapax.operations.NewestFirst;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/** The quarantine as it stands when it is asked. Changes nothing. One thread uses it. */
public final class Inbox implements AutoCloseable {

    private static final String READING = "reading cases";

    private final TopicSettings topics;
    private final TopicReader reader;
    private final Function<Quarantined, CaseSummary> summaries;

    public Inbox(Clients clients) {
        this(clients, CaseSummary::of);
    }

    /** @param summaries what is told of a record in lists; may tell less than there is */
    public Inbox(Clients clients, Function<Quarantined, CaseSummary> summaries) {
        this.summaries = summaries;
        this.topics = clients.settings().topics();
        this.reader = new TopicReader(clients);
    }

    /** Shows every case that matches, the newest first, until the visitor wants no more. Memory does not grow with them. */
    public void list(CaseFilter filter, Progress progress, Predicate<Case> visitor) {
        CaseFiles files = new CaseFiles(reader, topics.cases(), id -> false);
        files.catchUp(progress);
        Map<TopicPartition, Range> ranges = reader.whole(topics.quarantine());
        long total = ranges.values().stream().mapToLong(Range::length).sum();
        NewestFirst<CaseSummary> records = new NewestFirst<>(reader, ranges, record -> {
            Quarantined found = Quarantined.read(record);
            return found == null ? null : summaries.apply(found);
        });
        // Only of those that failed more than once there is an older record, which the newer one stands for.
        Set<Coordinates> seen = new HashSet<>();
        long done = 0;
        for (CaseSummary next = records.next(); next != null; next = records.next()) {
            progress.at(READING, ++done, total);
            boolean newest = next.attempts() > 1 ? seen.add(next.id()) : !seen.contains(next.id());
            if (newest) {
                Case found = Case.of(next, files.get(next.id()));
                if (filter.matches(found) && !visitor.test(found)) {
                    return;
                }
            }
        }
    }

    /** Shows every record of the quarantine, older failures of a case included. */
    void everyRecord(Progress progress, Consumer<CaseSummary> visitor) {
        reader.read(reader.whole(topics.quarantine()), progress, record -> {
            Quarantined found = Quarantined.read(record);
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
            throw new UnknownException("there is no case " + id + " in " + topics.quarantine()
                    + ": 'hapax quarantine list -c FILE --state all' shows those there are");
        }
        CaseFiles files = new CaseFiles(reader, topics.cases(), id::equals);
        files.catchUp(progress);
        return new CaseDetails(failures(id, stored.get(0), progress), files.of(id));
    }

    /** The latest failure and the ones before it. */
    private List<Quarantined> failures(Coordinates id, Coordinates latest, Progress progress) {
        List<Quarantined> failures = new ArrayList<>(read(Set.of(latest)));
        int attempts = failures.get(0).attempts();
        if (attempts > 1) {
            reader.read(reader.whole(topics.quarantine()), progress, record -> {
                Quarantined found = Quarantined.read(record);
                if (found != null && found.id().equals(id) && found.attempts() < attempts) {
                    failures.add(found);
                }
                return true;
            });
            failures.sort(Comparator.comparingInt(Quarantined::attempts).reversed());
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
