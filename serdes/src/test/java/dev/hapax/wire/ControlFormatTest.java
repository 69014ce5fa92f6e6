package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.delivery.SendingSwitch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ControlFormatTest {

    @Test
    void shouldReadTheSwitchItWrote() {
        SendingSwitch sending =
                new SendingSwitch(true, "cluster", "ann", "first use", Instant.parse("2026-05-04T12:00:00Z"));

        assertThat(ControlFormat.readSwitch(ControlFormat.write(sending))).isEqualTo(sending);
        assertThat(ControlFormat.isSwitch(ControlFormat.switchKey())).isTrue();
        assertThat(ControlFormat.stopped(ControlFormat.switchKey())).isNull();
    }

    @Test
    void shouldStopTheDeliveryOfThatId() {
        byte[] key = ControlFormat.stopKey("switch");

        assertThat(ControlFormat.stopped(key)).isEqualTo("switch");
        assertThat(ControlFormat.isSwitch(key)).isFalse();
        assertThat(ControlFormat.stoppedAttempt(ControlFormat.stop(3, "cancelled")))
                .isEqualTo(3);
    }

    @Test
    void shouldRefuseAStrangersRecord() {
        for (String value : new String[] {"", "{}", "[1]", "{\"schema\":\"hapax.delivery-control/1\"}"}) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> ControlFormat.readSwitch(bytes)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ControlFormat.stoppedAttempt(bytes)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
