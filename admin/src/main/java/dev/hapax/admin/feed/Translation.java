package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.EventKind;
import dev.hapax.campaign.Campaign;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.operations.quarantine.CaseFile;
import dev.hapax.operations.quarantine.CaseFileFormat;
import dev.hapax.operations.quarantine.Quarantined;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryFormat;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts records to events. Skips records that Hapax did not write. */
final class Translation {

    private static final Logger LOG = LoggerFactory.getLogger(Translation.class);

    private final FeedTopics topics;
    private final Decisions decisions;
    private final Function<Quarantined, ObjectNode> caseItem;
    private final Function<Delivery, ObjectNode> deliveryItem;
    private final Function<Campaign, ObjectNode> campaignItem;

    /**
     * @param caseItem a new case as a list item
     * @param deliveryItem a delivery as a list item
     * @param campaignItem a campaign as a list item
     */
    Translation(
            FeedTopics topics,
            Decisions decisions,
            Function<Quarantined, ObjectNode> caseItem,
            Function<Delivery, ObjectNode> deliveryItem,
            Function<Campaign, ObjectNode> campaignItem) {
        this.topics = topics;
        this.decisions = decisions;
        this.caseItem = caseItem;
        this.deliveryItem = deliveryItem;
        this.campaignItem = campaignItem;
    }

    @Nullable
    FeedEvent event(ConsumerRecord<byte[], byte[]> record) {
        try {
            Topic topic = topics.find(record.topic());
            if (topic == null) {
                return null;
            }
            return switch (topic) {
                case ALERTS -> event(EventKind.ALERT, topic, record, decisions.read(record));
                case QUARANTINE -> event(EventKind.QUARANTINE, topic, record, quarantined(record));
                case CASES -> event(EventKind.CASE, topic, record, changed(record));
                case LEDGER -> event(EventKind.DELIVERY, topic, record, delivery(record));
                case CAMPAIGNS -> event(EventKind.CAMPAIGN, topic, record, campaign(record));
                default -> null;
            };
        } catch (RuntimeException | StackOverflowError e) {
            LOG.debug("{}-{}@{} is skipped", record.topic(), record.partition(), record.offset(), e);
            return null;
        }
    }

    private static @Nullable FeedEvent event(
            EventKind kind, Topic topic, ConsumerRecord<byte[], byte[]> record, @Nullable ObjectNode data) {
        return data == null
                ? null
                : new FeedEvent(kind, topic, record.partition(), record.offset(), AdminJson.text(data));
    }

    private @Nullable ObjectNode quarantined(ConsumerRecord<byte[], byte[]> record) {
        Quarantined found = Quarantined.read(record);
        return found == null ? null : caseItem.apply(found);
    }

    /**
     * Null for a delivery that the ledger has forgotten, and for one of a campaign that needs no person: thousands a second would
     * displace all other events, and the events of the campaign count them.
     */
    private @Nullable ObjectNode delivery(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        Delivery delivery = DeliveryFormat.readDelivery(record.value());
        return delivery.draft().campaign() == null || wasStranded(delivery) ? deliveryItem.apply(delivery) : null;
    }

    private static boolean wasStranded(Delivery delivery) {
        return delivery.state() == DeliveryState.STRANDED
                || delivery.history().stream().anyMatch(entry -> entry.what().equals("stranded"));
    }

    private @Nullable ObjectNode campaign(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? null : campaignItem.apply(CampaignFormat.readCampaign(record.value()));
    }

    private static @Nullable ObjectNode changed(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        CaseFile file = CaseFileFormat.read(record.value());
        CaseFile.Change change = file.lastChange();
        ObjectNode data = AdminJson.object()
                .put("case", file.id().toString())
                .put("state", file.state().code())
                .put("owner", file.owner());
        return change == null
                ? data
                : data.put("by", change.actor())
                        .put("at", change.at().toString())
                        .put("did", change.action().code());
    }
}
