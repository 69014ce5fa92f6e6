package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The case files, as far as the cases topic has been read. Of most only the state is kept; histories on request. */
final class CaseFiles {

    private static final Logger LOG = LoggerFactory.getLogger(CaseFiles.class);

    private final TopicReader reader;
    private final String topic;
    private final Predicate<Coordinates> wholeOnes;
    private final Map<Coordinates, CaseFile> files = new HashMap<>();
    private final Map<TopicPartition, Long> readUpTo = new HashMap<>();

    /** @param wholeOnes whose history is kept */
    CaseFiles(TopicReader reader, String topic, Predicate<Coordinates> wholeOnes) {
        this.reader = reader;
        this.topic = topic;
        this.wholeOnes = wholeOnes;
    }

    /** Whether it has been read at all. */
    boolean read() {
        return !readUpTo.isEmpty();
    }

    /** Reads what has been committed since the last time. */
    void catchUp(Progress progress) {
        Map<TopicPartition, Range> ranges = new HashMap<>();
        reader.whole(topic).forEach((partition, whole) -> {
            long from = Math.max(whole.from(), readUpTo.getOrDefault(partition, 0L));
            ranges.put(partition, new Range(from, Math.max(from, whole.to())));
        });
        reader.read(ranges, progress, record -> {
            take(record);
            return true;
        });
        ranges.forEach((partition, range) -> readUpTo.put(partition, range.to()));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        try {
            put(CaseFileFormat.read(record.value()));
        } catch (IllegalArgumentException e) {
            // Anyone may write to a topic; a stranger's record must not close the inbox.
            LOG.warn("{}-{}@{} is not a case file: {}", topic, record.partition(), record.offset(), e.getMessage());
        }
    }

    /** Takes in a change of our own, which the topic will show later. */
    void put(CaseFile file) {
        files.put(file.id(), wholeOnes.test(file.id()) ? file : file.brief());
    }

    @Nullable
    CaseFile get(Coordinates id) {
        return files.get(id);
    }

    CaseFile of(Coordinates id) {
        CaseFile file = files.get(id);
        return file == null ? CaseFile.empty(id) : file;
    }
}
