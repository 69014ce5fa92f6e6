package dev.hapax.admin.feed;

import dev.hapax.config.Settings;
import dev.hapax.operations.Range;
import dev.hapax.topics.Topic;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The start of the next page of a listing, as clients keep it. Valid for this listing only. */
final class Cursors {

    /**
     * A cursor, read.
     *
     * @param resume where the feed continues after the first page
     * @param left where the next page starts, in the topic of the listing
     */
    record Cursor(Topic topic, Position resume, Position left) {

        /** The first offset that was listed; 0 if nothing is left. */
        long before(int partition) {
            return left.next(topic, partition);
        }
    }

    private final Topic topic;
    private final Tokens tokens;

    Cursors(Settings settings, Topic topic, @Nullable String identity) {
        this.topic = topic;
        this.tokens = new Tokens(
                settings.applicationId() + "\n" + settings.topic(topic) + "\n" + (identity == null ? "" : identity));
    }

    /** @param left what is still to be listed, without partitions that have nothing left */
    String write(Position resume, Map<TopicPartition, Range> left) {
        Position next = Position.NOWHERE;
        for (Map.Entry<TopicPartition, Range> partition : left.entrySet()) {
            next = next.with(
                    topic, partition.getKey().partition(), partition.getValue().to());
        }
        return tokens.write(resume, next);
    }

    /** @throws IllegalArgumentException if it is not a cursor of this listing, or one of another version of Hapax */
    Cursor read(String token) {
        List<Position> read = tokens.read(token, 2);
        if (read == null) {
            throw new IllegalArgumentException("a cursor of another version");
        }
        return new Cursor(topic, read.get(0), read.get(1));
    }
}
