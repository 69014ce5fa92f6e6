package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The recipients of a campaign that the ledger has refused since a moment. */
final class RefusedRecipients implements AutoCloseable {

    private final String topic;
    private final String campaign;
    private final TopicReader reader;
    private final Map<TopicPartition, Long> since = new HashMap<>();

    RefusedRecipients(KafkaClients clients, String campaign) {
        this.topic = clients.settings().topic(Topic.REFUSED_DELIVERIES);
        this.campaign = campaign;
        this.reader = new TopicReader(clients);
    }

    /**
     * A recipient that is not part of its campaign.
     *
     * @param time when the ledger read it, in epoch milliseconds
     */
    record Refused(String subscriber, String why, long time) {}

    /** Those that were refused before do not count any more. */
    RefusedRecipients fromNow() {
        reader.whole(topic).forEach((partition, range) -> since.put(partition, range.to()));
        return this;
    }

    void read(Progress progress, Consumer<Refused> each) {
        Map<TopicPartition, Range> ranges = new HashMap<>();
        reader.whole(topic).forEach((partition, range) -> {
            long from = Math.max(range.from(), since.getOrDefault(partition, 0L));
            ranges.put(partition, new Range(from, Math.max(from, range.to())));
        });
        String ids = Recipient.deliveryIds(campaign);
        reader.read(ranges, progress, record -> {
            String id = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
            if (id.startsWith(ids) && !isBounce(record.value())) {
                String why = KafkaHeaders.text(record.headers(), HeaderNames.REASON);
                each.accept(new Refused(
                        Recipient.subscriber(campaign, id), why == null ? "(no reason)" : why, record.timestamp()));
            }
            return true;
        });
    }

    /** A report that nobody believes is refused too, under the id of the delivery that it names. */
    private static boolean isBounce(byte @Nullable [] value) {
        try {
            return value != null && DeliveryFormat.readEvent(value) instanceof DeliveryEvent.Bounced;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
