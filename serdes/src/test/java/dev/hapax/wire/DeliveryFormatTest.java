package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.delivery.DeliveryEvent;
import java.nio.charset.StandardCharsets;
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
