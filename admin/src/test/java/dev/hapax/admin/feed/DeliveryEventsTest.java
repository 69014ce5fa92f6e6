package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.masking.Masking;
import dev.hapax.operations.delivery.CauseMask;
import dev.hapax.operations.delivery.DeliveryFields;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeliveryEventsTest {

    private static final String SHOWN = "";
    private static final String MASKED = "admin: { mask: [ /id ] }\n";

    @Test
    void shouldWriteAnItemOfTheList() {
        assertThat(item(settings(SHOWN), "in-0@7").toString())
                .isEqualTo("{\"id\":\"invoice:42\",\"state\":\"STRANDED\",\"channel\":\"mail\","
                        + "\"target\":\"ann@example.org\",\"sha256\":\"ab\",\"size\":2,\"stagedBy\":\"rule:overdue\","
                        + "\"cause\":\"in-0@7\",\"score\":0.25,\"attempt\":2,\"since\":\"1970-01-01T00:00:03Z\","
                        + "\"notBefore\":\"1970-01-01T00:00:01Z\",\"expires\":\"1970-01-01T00:00:08Z\","
                        + "\"approvedBy\":\"bob\",\"lastWhat\":\"stranded\",\"lastDetail\":\"no answer\","
                        + "\"subject\":null,\"campaign\":null,\"bounce\":null}");
    }

    @Test
    void shouldHideACauseThatMayBeAMaskedIdentity() {
        assertThat(item(settings(SHOWN), "inv-9").path("cause").asText()).isEqualTo("inv-9");
        assertThat(item(settings(MASKED), "inv-9").path("cause").asText()).isEqualTo("***");
        assertThat(item(settings(MASKED), "in-0@7").path("cause").asText()).isEqualTo("in-0@7");
        assertThat(item(settings(MASKED), "elsewhere-0@7").path("cause").asText())
                .isEqualTo("***");
        assertThat(item(settings(MASKED), null).path("cause").isNull()).isTrue();
    }

    @Test
    void shouldHideACauseInTheHistoryToo() {
        Delivery staged = delivery("inv-9", new Delivery.Entry(0, "staged", "topic", "inv-9"));

        assertThat(shown(settings(MASKED), staged).path("lastDetail").asText()).isEqualTo("***");
    }

    @Test
    void shouldReadTheLedgerOnlyWhereThereAreDeliveries() {
        assertThat(new FeedTopics(settings(SHOWN)).names()).hasSize(3).doesNotContain("hapax.deliveries.ledger");

        Settings delivering = settings(
                "delivery: { signing-key: key.pem, channels: { hook: { http: { allow: [ hooks.example.com ] } } } }\n");
        assertThat(new FeedTopics(delivering).names())
                .hasSize(5)
                .contains(delivering.topic(Topic.LEDGER), delivering.topic(Topic.CAMPAIGNS));
    }

    private static JsonNode item(Settings settings, @Nullable String cause) {
        return shown(
                settings,
                delivery(
                        cause,
                        new Delivery.Entry(0, "staged", "rule:overdue", ""),
                        new Delivery.Entry(3_000, "stranded", "w-1", "no answer")));
    }

    private static JsonNode shown(Settings settings, Delivery delivery) {
        CauseMask causes = new CauseMask(settings.sources(), new Masking(settings)::identity);
        return AdminJson.tree(DeliveryFields.summary(causes.apply(delivery), null));
    }

    private static Delivery delivery(@Nullable String cause, Delivery.Entry... history) {
        return new Delivery(
                "invoice:42",
                new DeliveryEvent.Draft("mail", "ann@example.org", "ab", 2, "rule:overdue", cause, 0.25, 1_000, 9_000),
                DeliveryState.STRANDED,
                2,
                0,
                3_000,
                Delivery.NEVER,
                new Approval(true, "bob", "ab", "ann@example.org", 2_000, 8_000, null, null, null),
                null,
                null,
                List.of(history));
    }

    private static Settings settings(String more) {
        return SettingsFile.parse("""
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                """ + more, "test.yaml", Path.of("").toAbsolutePath(), name -> null)
                .settings();
    }
}
