package dev.hapax.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Suppressions;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.wire.ControlFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opt-outs that are acknowledged while a delivery is due, in both forms in which they are stored. */
@Timeout(120)
class KafkaStopCheckIT {

    @Test
    void shouldHonourAnOptOutThatWasAcknowledgedBeforeTheClaimInBothForms(@TempDir Path folder) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder)) {
            Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
            try (Admin admin = Admin.create(kafka)) {
                admin.createTopics(List.of(
                                new NewTopic("control", 1, (short) 1), new NewTopic("suppressions", 3, (short) 1)))
                        .all()
                        .get();
            }
            try (KafkaStopCheck stops = new KafkaStopCheck(kafka, "control", "suppressions", "cluster");
                    KafkaProducer<byte[], byte[]> producer =
                            new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
                stops.catchUp();
                assertThat(stops.stop(due("Kim@Example.org"))).isNull();

                for (String key : List.of("kim@example.org", Suppressions.hashed("kim@example.org"))) {
                    write(producer, key, "{}");
                    stops.catchUp();
                    assertThat(stops.stop(due("Kim@Example.org")))
                            .as(key)
                            .isEqualTo(new StopCheck.Stop(DeliveryState.SUPPRESSED, "Kim@Example.org is suppressed"));
                    assertThat(stops.stop(due("lee@example.org"))).as(key).isNull();

                    write(producer, key, null);
                    stops.catchUp();
                    assertThat(stops.stop(due("Kim@Example.org"))).as(key).isNull();
                }
                shouldFollowTheStatusOfACampaign(stops, producer);
            }
        }
    }

    /** On the same broker. */
    private static void shouldFollowTheStatusOfACampaign(KafkaStopCheck stops, KafkaProducer<byte[], byte[]> producer)
            throws Exception {
        DueDelivery due = new DueDelivery(
                0, "campaign:spring:s1", 1, "mail", "a@b.org", "", Long.MAX_VALUE, new byte[0], null, "spring");
        assertThat(stops.hold(due)).isEqualTo("campaign spring is unknown");

        for (CampaignStatus status : CampaignStatus.values()) {
            producer.send(new ProducerRecord<>(
                            "control", ControlFormat.campaignKey("spring"), ControlFormat.write(status)))
                    .get();
            stops.catchUp();

            assertThat(stops.hold(due) == null).as("%s sends", status).isEqualTo(status.sends());
            assertThat(stops.stop(due))
                    .isEqualTo(
                            status == CampaignStatus.CANCELLED
                                    ? new StopCheck.Stop(DeliveryState.CANCELLED, "campaign spring was cancelled")
                                    : null);
        }
    }

    private static void write(KafkaProducer<byte[], byte[]> producer, String key, @Nullable String value)
            throws Exception {
        byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>("suppressions", key.getBytes(StandardCharsets.UTF_8), bytes))
                .get();
    }

    private static DueDelivery due(String target) {
        return new DueDelivery(0, "d", 1, "mail", target, "", Long.MAX_VALUE, new byte[0]);
    }
}
