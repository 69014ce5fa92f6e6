package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.PlacedRecords;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicFollower;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The case files of an application. One such view serves a whole process: it reads the cases topic once, and after that only
 * what was added. It keeps states, and reads a history where someone asks for it. Any thread may use it.
 */
public final class CaseFiles implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CaseFiles.class);

    private static final int MOST_LOGGED = 10;

    private final Clock clock;
    private final String topic;
    private final TopicReader reader;
    private final UnreadReplays unread;
    private final Map<Coordinates, Entry> files = new HashMap<>();
    private final PlacedRecords<Coordinates, CaseFile> whole;
    private final TopicFollower follower;
    private long skipped;

    /** A file without its history, and where the topic has the whole of it. */
    private record Entry(CaseFile file, Coordinates at) {}

    public CaseFiles(KafkaClients clients, Clock clock) {
        this.clock = clock;
        this.topic = clients.settings().topic(Topic.CASES);
        this.reader = new TopicReader(clients);
        this.follower = new TopicFollower(reader, topic);
        this.unread = new UnreadReplays(clients, reader);
        this.whole = new PlacedRecords<>(reader, this::place, CaseFiles::readFile, CaseFile::id);
    }

    /** Reads what has been committed since the last time. */
    public synchronized void catchUp(Progress progress) {
        follower.catchUp(
                progress,
                () -> {
                    files.clear();
                    skipped = 0;
                },
                this::take);
        unread.look(files.values().stream().map(Entry::file));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        CaseFile file = readFile(record);
        if (file == null) {
            // Anyone may write to a topic; a foreign record must not close the inbox.
            skipped++;
            if (skipped <= MOST_LOGGED) {
                LOG.warn("{}-{}@{} is skipped: not written by Hapax", topic, record.partition(), record.offset());
            }
            return;
        }
        put(file, new Coordinates(record.topic(), record.partition(), record.offset()));
    }

    /** The later one counts: a change of our own is known before the topic shows it. */
    private void put(CaseFile file, Coordinates at) {
        Entry known = files.get(file.id());
        if (known == null || known.at().offset() <= at.offset()) {
            files.put(file.id(), new Entry(file.brief(), at));
        }
    }

    /** Null for a record that is not a case file. */
    static @Nullable CaseFile readFile(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null || record.key() == null) {
            return null;
        }
        try {
            CaseFile file = CaseFileFormat.read(record.value());
            return Arrays.equals(record.key(), CaseFileFormat.key(file.id())) ? file : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** How many records of the topic are not case files. */
    public synchronized long skipped() {
        return skipped;
    }

    /** Takes in a change of our own that is committed; the topic may show it a moment later. */
    synchronized void put(CaseFile file, RecordMetadata at) {
        put(file, new Coordinates(at.topic(), at.partition(), at.offset()));
    }

    /** Without its history; null where nobody has touched the case. */
    synchronized @Nullable CaseFile get(Coordinates id) {
        Entry entry = files.get(id);
        return entry == null
                ? null
                : unread.lost(entry.file())
                        ? entry.file().reopened(clock.instant()).brief()
                        : entry.file();
    }

    /** With its history. */
    CaseFile whole(Coordinates id) {
        return whole(List.of(id)).getOrDefault(id, CaseFile.empty(id));
    }

    /** The files of these cases, those that there are, with their history. */
    synchronized Map<Coordinates, CaseFile> whole(Collection<Coordinates> ids) {
        // Taken for untouched, a case that was replayed would be replayed once more: none may be missing.
        Map<Coordinates, CaseFile> found = whole.find(ids, () -> catchUp(Progress.UNSEEN), "the file of case");
        found.replaceAll((id, file) -> unread.lost(file) ? file.reopened(clock.instant()) : file);
        return found;
    }

    private @Nullable Coordinates place(Coordinates id) {
        Entry entry = files.get(id);
        return entry == null ? null : entry.at();
    }

    /** The cases whose replay was deleted before an instance read it. */
    synchronized List<Coordinates> lost() {
        return files.values().stream()
                .map(Entry::file)
                .filter(unread::lost)
                .map(CaseFile::id)
                .toList();
    }

    @Override
    public synchronized void close() {
        reader.close();
        unread.close();
    }
}
