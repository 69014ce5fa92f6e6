package dev.hapax.admin.feed;

import dev.hapax.config.Settings;
import dev.hapax.operations.Range;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Where the next page of a listing begins, as clients carry it: good for this listing alone. */
final class Cursors {

    private final int topics;
    private final Tokens tokens;

    Cursors(Settings settings, Topics topics, String topic, @Nullable String identity) {
        this.topics = topics.count();
        // Behind the positions of the feed stands one more: that of the listing.
        this.tokens = new Tokens(
                settings.applicationId() + "\n" + topic + "\n" + (identity == null ? "" : identity), this.topics + 1);
    }

    /** @param left what is still to be listed; a partition with nothing left is not in it */
    String write(Position resume, Map<TopicPartition, Range> left) {
        Position cursor = resume;
        for (Map.Entry<TopicPartition, Range> partition : left.entrySet()) {
            cursor = cursor.with(
                    topics, partition.getKey().partition(), partition.getValue().to());
        }
        return tokens.write(cursor);
    }

    /** @throws IllegalArgumentException when it is none of this listing */
    Position read(String token) {
        return tokens.read(token);
    }

    /** The first offset that has been listed; 0 where nothing is left. */
    long before(Position cursor, int partition) {
        return cursor.next(topics, partition);
    }

    /** Where the feed goes on after the first page. */
    Position resume(Position cursor) {
        return cursor.first(topics);
    }
}
