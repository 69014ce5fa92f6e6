package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.EventKind;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.CampaignLedger;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.intake.Formats;
import dev.hapax.operations.quarantine.Quarantined;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TranslationTest {

    private static final Settings SETTINGS = SettingsFile.parse(
                    """
            kafka: { bootstrap.servers: 'localhost:1' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """, "test.yaml", Path.of("").toAbsolutePath(), name -> null)
            .settings();

    @Test
    void shouldConvertAQuarantinedRecordToAnEvent() {
        assertThat(translation(record -> AdminJson.object()).event(quarantined()))
                .isNotNull();
    }

    @Test
    void shouldSkipARecordThatOverflowsTheStack() {
        Translation translation = translation(record -> {
            throw new StackOverflowError("of the test");
        });

        assertThat(translation.event(quarantined())).isNull();
    }

    @Test
    void shouldConvertARecordOfTheLedgerToAnEvent() {
        FeedEvent event = Objects.requireNonNull(
                translation(record -> AdminJson.object()).event(ledger(DeliveryFormat.write(delivery()))));

        assertThat(event.kind()).isEqualTo(EventKind.DELIVERY);
        assertThat(event.data()).isEqualTo("{\"id\":\"invoice:42\"}");
    }

    @Test
    void shouldSkipARecordOfTheLedgerThatIsNoDelivery() {
        Translation translation = translation(record -> AdminJson.object());

        for (byte @Nullable [] value :
                new byte @Nullable [][] {null, {}, utf8("{}"), utf8("{\"schema\":\"hapax.delivery/2\"}")}) {
            assertThat(translation.event(ledger(value))).isNull();
        }
    }

    @Test
    void shouldConvertARecordOfACampaignToAnEvent() {
        FeedEvent event = Objects.requireNonNull(
                translation(record -> AdminJson.object()).event(campaign(CampaignFormat.write(newCampaign()))));

        assertThat(event.kind()).isEqualTo(EventKind.CAMPAIGN);
        assertThat(event.data()).isEqualTo("{\"id\":\"news\",\"status\":\"DRAFT\"}");
    }

    @Test
    void shouldSkipARecordThatIsNoCampaign() {
        Translation translation = translation(record -> AdminJson.object());

        for (byte @Nullable [] value :
                new byte @Nullable [][] {null, {}, utf8("{}"), utf8("{\"schema\":\"hapax.campaign/2\"}")}) {
            assertThat(translation.event(campaign(value))).isNull();
        }
    }

    @Test
    void shouldConvertDeliveriesOfACampaignOnlyIfTheyNeedAPerson() {
        Translation translation = translation(record -> AdminJson.object());
        Delivery.Entry sent = new Delivery.Entry(0, "sent", "w-1", "250 Ok");
        Delivery.Entry stranded = new Delivery.Entry(0, "stranded", "w-1", "no answer");

        assertThat(translation.event(ledger(ofCampaign(DeliveryState.SENT, sent))))
                .isNull();
        assertThat(translation.event(ledger(ofCampaign(DeliveryState.STRANDED, stranded))))
                .isNotNull();
        assertThat(translation.event(ledger(ofCampaign(DeliveryState.SENT, stranded, sent))))
                .as("after it was reconciled")
                .isNotNull();
    }

    private static byte[] ofCampaign(DeliveryState state, Delivery.Entry... history) {
        return DeliveryFormat.write(new Delivery(
                "campaign:news:kim",
                new DeliveryEvent.Draft(
                        "mail",
                        "kim@example.org",
                        "ab",
                        2,
                        "ann",
                        null,
                        1,
                        0,
                        1,
                        null,
                        new DeliveryEvent.InCampaign("news", 1)),
                state,
                1,
                0,
                0,
                1,
                null,
                null,
                null,
                List.of(history)));
    }

    private static Campaign newCampaign() {
        CampaignDefinition definition = new CampaignDefinition(
                "mail",
                null,
                "News",
                "Hello",
                null,
                Map.of(),
                false,
                0,
                0,
                new CampaignDefinition.CampaignPacing(null, null, 0, List.of(), null, 0.2),
                0);
        CampaignLedger rules = new CampaignLedger(1, 100, CampaignFormat::sha256, (campaign, approval) -> null);
        return Objects.requireNonNull(rules.on("news", null, new CampaignEvent.Created(definition, "ann"), null, 0)
                .campaign());
    }

    private static ConsumerRecord<byte[], byte[]> campaign(byte @Nullable [] value) {
        return new ConsumerRecord<>(SETTINGS.topic(Topic.CAMPAIGNS), 0, 7, utf8("news"), value);
    }

    private static ConsumerRecord<byte[], byte[]> ledger(byte @Nullable [] value) {
        return new ConsumerRecord<>(SETTINGS.topic(Topic.LEDGER), 0, 7, utf8("invoice:42"), value);
    }

    private static Delivery delivery() {
        return new Delivery(
                "invoice:42",
                new DeliveryEvent.Draft("mail", "ann@example.org", "ab", 2, "topic", null, 1, 0, 1),
                DeliveryState.AWAITING_APPROVAL,
                0,
                0,
                0,
                1,
                null,
                null,
                null,
                List.of());
    }

    private static Translation translation(Function<Quarantined, ObjectNode> caseItem) {
        Sources sources = Sources.of(SETTINGS, Formats.load(), Classifiers.installed());
        return new Translation(
                new FeedTopics(SETTINGS),
                new Decisions((identity, topic) -> identity, new Decisions.Reasons(() -> sources, false)),
                caseItem,
                delivery -> AdminJson.object().put("id", delivery.id()),
                campaign -> AdminJson.object()
                        .put("id", campaign.id())
                        .put("status", campaign.status().name()));
    }

    private static ConsumerRecord<byte[], byte[]> quarantined() {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(SETTINGS.topic(Topic.QUARANTINE), 0, 7, new byte[0], utf8("{}"));
        Map.of(
                        HeaderNames.ORIGINAL_HEADERS, "0",
                        HeaderNames.REASON, "INVALID",
                        HeaderNames.ATTEMPTS, "1",
                        HeaderNames.ERROR_TOPIC, "in",
                        HeaderNames.ERROR_PARTITION, "0",
                        HeaderNames.ERROR_OFFSET, "1",
                        HeaderNames.TIMESTAMP, "0")
                .forEach((name, value) -> record.headers().add(name, utf8(value)));
        return record;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
