package dev.hapax.demo.stream;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.wire.HeaderNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The sources of the demo, as {@code demo.yaml} describes them. */
enum Feed {
    MAIL(35, Duration.ofHours(24)),
    PAYMENTS(25, Duration.ofHours(24)),
    WEBHOOKS(20, Duration.ofHours(1)),
    LEDGER(12, Duration.ofHours(24)),
    LEGACY(8, Duration.ofHours(24));

    /** The partitions of every topic: {@code topics.partitions} of {@code demo.yaml}. */
    static final int PARTITIONS = 4;

    private final int weight;
    private final Duration ttl;

    Feed(int weight, Duration ttl) {
        this.weight = weight;
        this.ttl = ttl;
    }

    String source() {
        return name().toLowerCase(Locale.ROOT);
    }

    String topic() {
        return "hapax." + source();
    }

    /** Identities of one source never meet those of another. */
    String identity(String found) {
        return source() + ":" + found;
    }

    Duration ttl() {
        return ttl;
    }

    /**
     * Writes a message: the same dice, code and time make the same bytes.
     *
     * @param code what makes its identity its own
     * @param altered the same identity with other content, as from a sender that contradicts itself
     */
    Draft write(Dice dice, String code, Instant at, boolean altered) {
        return switch (this) {
            case MAIL -> DemoMails.write(dice, code, at, altered);
            case PAYMENTS -> JsonFeeds.Payments.write(dice, code, at, altered);
            case WEBHOOKS -> JsonFeeds.Webhooks.write(dice, code, at, altered);
            case LEDGER -> JsonFeeds.Ledger.write(dice, code, at, altered);
            case LEGACY -> LegacyRows.write(dice, code, at, altered);
        };
    }

    static Feed pick(Dice dice) {
        int left = dice.below(100);
        for (Feed feed : values()) {
            left -= feed.weight;
            if (left < 0) {
                return feed;
            }
        }
        throw new IllegalStateException("the weights add up to less than 100");
    }

    /** The partition of an identity's guard, as Kafka's own partitioner chooses it. */
    static int guardPartition(String identity) {
        return Utils.toPositive(Utils.murmur2(JsonFeeds.utf8(identity))) % PARTITIONS;
    }

    /**
     * A message before it has coordinates and a time.
     *
     * @param identity what intake will find, namespace included; null when it will find none
     */
    record Draft(
            Feed feed,
            @Nullable String identity,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> headers) {

        Draft withValue(byte @Nullable [] other) {
            return new Draft(feed, identity, key, other, headers);
        }

        Draft withKey(byte @Nullable [] other) {
            return new Draft(feed, identity, other, value, headers);
        }

        Draft withHeaders(List<Header> others) {
            return new Draft(feed, identity, key, value, others);
        }

        Draft withoutIdentity() {
            return new Draft(feed, null, key, value, headers);
        }

        /**
         * The partition to produce to. All messages of one identity share one, so their order is the same however the partitions are
         * interleaved. Mostly it is not that of their guard, so that the repartition has something to do.
         *
         * @param otherwise the partition of a message without identity
         */
        int partition(int otherwise) {
            if (identity == null) {
                return otherwise;
            }
            return feed == LEDGER ? guardPartition(identity) : Math.floorMod(identity.hashCode() >>> 5, PARTITIONS);
        }
    }

    /** A draft with coordinates and a time, so that it can be replayed. */
    record Written(Draft draft, Coordinates at, long timestamp) {

        static final String REPLAYS = "hapax.replays";

        DemoMessage message(DemoMessage.Fate fate) {
            return new DemoMessage(
                    at.topic(), at.partition(), draft.key(), draft.value(), draft.headers(), timestamp, fate);
        }

        /** The record that an operator's command writes to replay it. */
        DemoMessage replay(int generation, int attempts, DemoMessage.Fate fate) {
            List<Header> headers = new ArrayList<>(draft.headers());
            headers.add(header(HeaderNames.ORIGINAL_HEADERS, draft.headers().size()));
            headers.add(header(HeaderNames.GENERATION, generation));
            headers.add(header(HeaderNames.ATTEMPTS, attempts));
            headers.add(header(HeaderNames.SOURCE, draft.feed().source()));
            headers.add(header(HeaderNames.SOURCE_TOPIC, at.topic()));
            headers.add(header(HeaderNames.SOURCE_PARTITION, at.partition()));
            headers.add(header(HeaderNames.SOURCE_OFFSET, at.offset()));
            if (draft.key() != null) {
                headers.add(new Header(HeaderNames.SOURCE_KEY, draft.key()));
            }
            String identity = draft.identity();
            // Without an identity no guard will be asked, and any partition is as good.
            return new DemoMessage(
                    REPLAYS,
                    identity == null ? at.partition() : guardPartition(identity),
                    identity == null ? draft.key() : JsonFeeds.utf8(identity),
                    draft.value(),
                    List.copyOf(headers),
                    timestamp,
                    fate);
        }

        private static Header header(String name, Object value) {
            return new Header(name, JsonFeeds.utf8(value.toString()));
        }
    }
}
