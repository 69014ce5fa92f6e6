package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArrivalSerdeTest {

    private final ArrivalSerde serde = new ArrivalSerde();

    @Test
    void shouldCarryKeyValueHeadersTimeAndCoordinates() {
        List<Header> headers = List.of(
                new Header("a", bytes("1")),
                new Header("a", bytes("2")),
                new Header("empty", new byte[0]),
                new Header("null", null));
        Arrival arrival = arrival(bytes("key"), bytes("value"), headers);

        Arrival read = serde.deserialize(
                "t", KafkaHeaders.toKafka(arrival.message().headers()), serde.serialize("t", arrival));

        assertThat(read).usingRecursiveComparison().isEqualTo(arrival);
    }

    @Test
    void shouldKeepTombstonesAndMissingKeysApartFromEmptyOnes() {
        Arrival nothing = roundTrip(arrival(null, null, List.of()));
        Arrival empty = roundTrip(arrival(new byte[0], new byte[0], List.of()));

        assertThat(nothing.message().key()).isNull();
        assertThat(nothing.message().value()).isNull();
        assertThat(empty.message().key()).isEmpty();
        assertThat(empty.message().value()).isEmpty();
    }

    @Test
    void shouldRefuseAVersionItDoesNotKnow() {
        byte[] bytes = serde.serialize("t", arrival(null, null, List.of()));
        bytes[0] = 9;

        assertThatThrownBy(() -> serde.deserialize("t", KafkaHeaders.toKafka(List.of()), bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("version 9");
    }

    private Arrival roundTrip(Arrival arrival) {
        return serde.deserialize("t", KafkaHeaders.toKafka(arrival.message().headers()), serde.serialize("t", arrival));
    }

    private static Arrival arrival(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
        Message message =
                new Message(new Coordinates("hapax.messages", 3, 4_711), 1_778_000_000_000L, key, value, headers);
        return new Arrival("billing", message, "größe:7", new Fingerprint(1, -2), 2, 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
