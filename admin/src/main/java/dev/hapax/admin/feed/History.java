package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ProblemException;
import dev.hapax.admin.Query;
import dev.hapax.config.Settings;
import dev.hapax.operations.NewestFirst;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Pages of decisions and alerts, newest first. The first page fixes the end of the listing; later records are events for clients
 * that resume there.
 */
final class History {

    private static final List<String> ALERTS_QUERY = List.of("limit", "before");
    private static final List<String> DECISIONS_QUERY = List.of("limit", "before", "identity");
    /** The number of offsets read for one response; for rare records, the client requests the next page. */
    private static final long MOST_READ = 20_000;

    private final Settings settings;
    private final FeedTopics topics;
    private final Tokens tokens;
    private final Readers readers;
    private final Decisions decisions;

    History(Settings settings, FeedTopics topics, Tokens tokens, Readers readers, Decisions decisions) {
        this.settings = settings;
        this.topics = topics;
        this.tokens = tokens;
        this.readers = readers;
        this.decisions = decisions;
    }

    void alerts(Context context) {
        Query.only(context, ALERTS_QUERY);
        answer(context, Topic.ALERTS, null);
    }

    void decisions(Context context) {
        Query.only(context, DECISIONS_QUERY);
        answer(context, Topic.DECISIONS, context.queryParam("identity"));
    }

    private void answer(Context context, Topic topic, @Nullable String identity) {
        int limit = Query.limit(context);
        Cursors cursors = new Cursors(settings, topic, identity);
        String before = context.queryParam("before");
        Cursors.Cursor cursor;
        try {
            cursor = before == null ? null : cursors.read(before);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    400,
                    "Not a cursor",
                    "before: '" + before + "' is not a cursor of this listing. Use next of the previous page unchanged,"
                            + " or omit before to start with the newest.");
        }
        try {
            ObjectNode page = read(reader -> page(reader, settings.topic(topic), identity, limit, cursors, cursor));
            context.contentType("application/json").result(AdminJson.text(page));
        } catch (OperationException | KafkaException e) {
            throw new ProblemException(
                    503,
                    "Kafka does not answer",
                    settings.topic(topic) + " cannot be read: " + e.getMessage() + ". Try again.");
        }
    }

    private ObjectNode read(Function<TopicReader, ObjectNode> page) {
        try {
            return readers.with(page);
        } catch (OffsetOutOfRangeException e) {
            // Deleted in between; the page has the rest.
            return readers.with(page);
        }
    }

    private ObjectNode page(
            TopicReader reader,
            String topic,
            @Nullable String identity,
            int limit,
            Cursors cursors,
            Cursors.@Nullable Cursor cursor) {
        // Before the topic is read, so that no record is missing in both the page and the events.
        Position resume = cursor == null ? ends(reader) : cursor.resume();
        Map<TopicPartition, Range> ranges = new HashMap<>();
        reader.whole(partitions(reader, topic, identity)).forEach((partition, whole) -> {
            long end = cursor == null
                    ? listedUpTo(resume, partition, whole)
                    : Math.min(whole.to(), cursor.before(partition.partition()));
            ranges.put(partition, new Range(whole.from(), Math.max(whole.from(), end)));
        });
        byte[] key = identity == null ? null : identity.getBytes(StandardCharsets.UTF_8);
        NewestFirst<ObjectNode> records =
                new NewestFirst<>(reader, ranges, record -> shown(record, key), limit, MOST_READ);
        ArrayNode items = AdminJson.array();
        while (items.size() < limit) {
            ObjectNode next = records.next();
            if (next == null) {
                break;
            }
            items.add(next);
        }
        Map<TopicPartition, Range> left = records.left();
        ObjectNode page = AdminJson.object();
        page.set("items", items);
        page.put("next", left.isEmpty() ? null : cursors.write(resume, left));
        page.put("resume", tokens.write(resume));
        return page;
    }

    /** The page ends where the feed continues. */
    private long listedUpTo(Position resume, TopicPartition partition, Range whole) {
        return resume.topics().contains(topics.of(partition))
                ? Math.min(whole.to(), topics.next(resume, partition))
                : whole.to();
    }

    private @Nullable ObjectNode shown(ConsumerRecord<byte[], byte[]> record, byte @Nullable [] key) {
        return key == null || Arrays.equals(record.key(), key) ? decisions.read(record) : null;
    }

    private List<TopicPartition> partitions(TopicReader reader, String topic, @Nullable String identity) {
        return identity == null
                ? reader.partitions(topic)
                : List.of(reader.partitionOf(topic, identity.getBytes(StandardCharsets.UTF_8)));
    }

    private Position ends(TopicReader reader) {
        Position ends = Position.NOWHERE;
        for (Map.Entry<TopicPartition, Range> whole :
                reader.whole(topics.partitions(reader)).entrySet()) {
            ends = topics.with(ends, whole.getKey(), whole.getValue().to());
        }
        return ends;
    }

    /** The start of the next page of a listing, as clients keep it. Valid for this listing only. */
    static final class Cursors {

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
            this.tokens = new Tokens(settings.applicationId() + "\n" + settings.topic(topic) + "\n"
                    + (identity == null ? "" : identity));
        }

        /** @param left what is still to be listed, without partitions that have nothing left */
        String write(Position resume, Map<TopicPartition, Range> left) {
            Position next = Position.NOWHERE;
            for (Map.Entry<TopicPartition, Range> partition : left.entrySet()) {
                next = next.with(
                        topic,
                        partition.getKey().partition(),
                        partition.getValue().to());
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
}
