package dev.hapax.ledger;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.Suppressions;
import dev.hapax.domain.Message;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.ControlFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.OptOutFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The records that the ledger writes, and the topics they go to. */
record LedgerSinks(Settings settings) {

    private static final List<Topic> TOPICS = List.of(
            Topic.DUE,
            Topic.LEDGER,
            Topic.RECEIPTS,
            Topic.DELIVERY_EVENTS,
            Topic.DELIVERY_CONTROL,
            Topic.SUPPRESSIONS,
            Topic.CAMPAIGNS,
            Topic.REFUSED_DELIVERIES);

    private static final String TO_EACH_PARTITION = "to-each-partition";
    /** On records about a campaign: something that happened to it, or what its owner announces. */
    private static final String EVENT = "event";

    private static final String NOTICE = "notice";
    /** Who suppresses an address to which mails bounce. */
    private static final String BOUNCE = "bounce";

    void addTo(Topology topology, String parent) {
        for (Topic topic : TOPICS) {
            topology.addSink(
                    name(topic), settings.topic(topic), new ByteArraySerializer(), new ByteArraySerializer(), parent);
        }
        topology.addSink(
                TO_EACH_PARTITION,
                settings.topic(Topic.DELIVERY_EVENTS),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                (topic, key, value, partitions) ->
                        Optional.of(Set.of(Notice.read(key).partition())),
                parent);
    }

    private static String name(Topic topic) {
        return "to-" + topic.name("", "");
    }

    int partitions() {
        return settings.topics().partitions();
    }

    String deliveriesTopic() {
        return settings.topic(Topic.DELIVERIES);
    }

    /** Whether the other records of this key arrive in that partition too. */
    boolean isInItsPartition(byte[] key, int partition) {
        return Utils.toPositive(Utils.murmur2(key)) % settings.topics().partitions() == partition;
    }

    void moveStaging(ProcessorContext<byte[], byte[]> to, Record<byte[], byte[]> record, String stagedBy, long now) {
        RecordHeaders headers = new RecordHeaders(record.headers());
        headers.remove(HeaderNames.STAGED_BY);
        headers.remove(HeaderNames.EDITED_BY);
        KafkaHeaders.add(headers, HeaderNames.STAGED_BY, stagedBy);
        to.forward(record.withHeaders(headers).withTimestamp(now), name(Topic.DELIVERY_EVENTS));
    }

    void due(ProcessorContext<byte[], byte[]> to, Delivery delivery, byte[] artifact, long now) {
        to.forward(new Record<>(key(delivery.id()), artifact, now, DeliveryHeaders.due(delivery)), name(Topic.DUE));
    }

    void state(ProcessorContext<byte[], byte[]> to, String id, byte[] state, long now) {
        to.forward(new Record<>(key(id), state, now), name(Topic.LEDGER));
    }

    @SuppressWarnings("NullAway") // Kafka's Record takes null values, but does not say so.
    void forget(ProcessorContext<byte[], byte[]> to, String id, long now) {
        to.forward(new Record<>(key(id), null, now), name(Topic.LEDGER));
    }

    void receipt(ProcessorContext<byte[], byte[]> to, Receipt receipt, long now) {
        to.forward(new Record<>(key(receipt.id()), DeliveryFormat.write(receipt), now), name(Topic.RECEIPTS));
    }

    void event(ProcessorContext<byte[], byte[]> to, String id, DeliveryEvent event, long now) {
        to.forward(new Record<>(key(id), DeliveryFormat.write(event), now), name(Topic.DELIVERY_EVENTS));
    }

    void stop(ProcessorContext<byte[], byte[]> to, Delivery delivery, long now) {
        String why = delivery.history().get(delivery.history().size() - 1).what();
        to.forward(
                new Record<>(ControlFormat.stopKey(delivery.id()), ControlFormat.stop(delivery.attempt(), why), now),
                name(Topic.DELIVERY_CONTROL));
    }

    @SuppressWarnings("NullAway") // Kafka's Record takes null values, but does not say so.
    void stopNoMore(ProcessorContext<byte[], byte[]> to, String id, long now) {
        to.forward(new Record<>(ControlFormat.stopKey(id), null, now), name(Topic.DELIVERY_CONTROL));
    }

    /** As an opt-out would: workers claim nothing more for the address. */
    void suppress(ProcessorContext<byte[], byte[]> to, Delivery delivery, Bounce bounce, long now) {
        String target = delivery.draft().target();
        String address =
                settings.delivery().hashSuppressions() ? Suppressions.hashed(target) : Suppressions.normalised(target);
        String reason = "bounce " + bounce.status() + " of delivery " + delivery.id();
        to.forward(
                new Record<>(key(address), OptOutFormat.write(BOUNCE, Instant.ofEpochMilli(now), reason), now),
                name(Topic.SUPPRESSIONS));
    }

    void campaign(ProcessorContext<byte[], byte[]> to, String id, byte[] campaign, long now) {
        to.forward(new Record<>(key(id), campaign, now), name(Topic.CAMPAIGNS));
    }

    void status(ProcessorContext<byte[], byte[]> to, Campaign campaign, long now) {
        to.forward(
                new Record<>(ControlFormat.campaignKey(campaign.id()), ControlFormat.write(campaign.status()), now),
                name(Topic.DELIVERY_CONTROL));
    }

    void campaignEvent(ProcessorContext<byte[], byte[]> to, String id, CampaignEvent event, long now) {
        to.forward(new Record<>(key(id), CampaignFormat.write(event), now, about(EVENT)), name(Topic.DELIVERY_EVENTS));
    }

    void notice(ProcessorContext<byte[], byte[]> to, Notice notice, byte[] campaign, long now) {
        to.forward(new Record<>(key(notice.written()), campaign, now, about(NOTICE)), TO_EACH_PARTITION);
    }

    private static RecordHeaders about(String kind) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.CAMPAIGN_EVENT, kind);
        return headers;
    }

    static boolean isNotice(Headers headers) {
        return NOTICE.equals(KafkaHeaders.text(headers, HeaderNames.CAMPAIGN_EVENT));
    }

    /** Whether the owner of a campaign has announced it to that partition under this key. */
    static boolean isFor(Campaign campaign, int partition, String key) {
        return new Notice(partition, campaign.id()).written().equals(key);
    }

    /** The key of what the owner of a campaign announces to one partition. */
    record Notice(int partition, String campaign) {

        private static Notice read(byte[] key) {
            String text = new String(key, StandardCharsets.UTF_8);
            int end = text.indexOf(':');
            return new Notice(Integer.parseInt(text.substring(0, end)), text.substring(end + 1));
        }

        private String written() {
            return partition + ":" + campaign;
        }
    }

    @SuppressWarnings("NullAway") // Kafka's Record takes null keys and values, but does not say so.
    void refused(ProcessorContext<byte[], byte[]> to, Message kept, Headers headers) {
        to.forward(new Record<>(kept.key(), kept.value(), kept.timestamp(), headers), name(Topic.REFUSED_DELIVERIES));
    }

    private static byte[] key(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }
}
