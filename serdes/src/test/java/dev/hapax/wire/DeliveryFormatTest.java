package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeliveryFormatTest {

    private static final String CANCELLED =
            "{\"schema\":\"hapax.delivery-event/1\",\"event\":\"cancel-requested\",\"by\":\"ann\",\"reason\":\"typo\"}";

    @Test
    void shouldReadAnEventWithItsMembersInAnyOrder() {
        DeliveryEvent expected = new DeliveryEvent.CancelRequested("ann", "typo");

        assertThat(read(CANCELLED)).isEqualTo(expected);
        assertThat(read("{\"reason\":\"typo\",\"event\":\"cancel-requested\",\"schema\":\"hapax.delivery-event/1\","
                        + "\"by\":\"ann\"}"))
                .isEqualTo(expected);
    }

    @Test
    void shouldWriteBouncesAsBefore() {
        DeliveryEvent event = new DeliveryEvent.Bounced(
                "box7@inside.example.com",
                "ann@example.com",
                Bounce.Action.FAILED,
                "5.1.1",
                "smtp; 550 5.1.1 no such user",
                "mx.example.com",
                "bounces-0@12");

        String golden = Golden.text("delivery-event-v1-bounced.json").strip();

        assertThat(new String(DeliveryFormat.write(event), StandardCharsets.UTF_8))
                .isEqualTo(golden);
        assertThat(read(golden)).isEqualTo(event);
    }

    @Test
    void shouldWriteABouncedDeliveryAsBefore() {
        DeliveryEvent.Draft draft =
                new DeliveryEvent.Draft("mail", "ann@example.com", "aa", 9, "ann", null, 1, 0, 1_800_000_000_000L);
        Delivery delivery = new Delivery(
                "invoice:42",
                draft,
                DeliveryState.SENT,
                1,
                0,
                1_790_000_000_000L,
                1_797_776_000_000L,
                null,
                null,
                null,
                List.of(new Delivery.Entry(1_790_000_060_000L, "bounced (hard)", "mail server mx", "5.1.1")),
                new Bounce(Bounce.Kind.HARD, "5.1.1", "smtp; 550 5.1.1 no such user", 1_790_000_060_000L));

        String golden = Golden.text("delivery-v1-bounced.json").strip();

        assertThat(new String(DeliveryFormat.write(delivery), StandardCharsets.UTF_8))
                .isEqualTo(golden);
        assertThat(DeliveryFormat.readDelivery(golden.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(delivery);
    }

    @Test
    void shouldNameWhatIsWrong() {
        Map.of(
                        "",
                        "not a JSON object",
                        "[]",
                        "not a JSON object",
                        "{}",
                        "schema: must be hapax.delivery-event/1, not missing",
                        "{\"schema\":7}",
                        "schema: must be hapax.delivery-event/1, not 7",
                        "{\"schema\":\"hapax.receipt/1\"}",
                        "not \"hapax.receipt/1\"",
                        "{\"schema\":\"hapax.delivery-event/1\"}",
                        "event",
                        CANCELLED + "{}",
                        "Trailing token",
                        CANCELLED.replace("typo\"", "typo\",\"bye\":1"),
                        "bye",
                        CANCELLED.replace(",\"by\":\"ann\"", ""),
                        "by",
                        CANCELLED.substring(0, 60),
                        "Unexpected")
                .forEach((bytes, message) -> assertThatThrownBy(() -> read(bytes))
                        .as("read %s", bytes)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(message));
    }

    private static DeliveryEvent read(String json) {
        return DeliveryFormat.readEvent(json.getBytes(StandardCharsets.UTF_8));
    }
}
