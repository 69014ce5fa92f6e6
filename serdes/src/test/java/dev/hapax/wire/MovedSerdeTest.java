package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MovedSerdeTest {

    private final MovedSerde serde = new MovedSerde();

    @Test
    void shouldWriteOneArrivalAsTheFirstReleaseDoes() {
        Intake.Arrived arrived = arrived(1, List.of());

        assertThat(serde.serialize("t", List.of(arrived))).isEqualTo(new ArrivedSerde().serialize("t", arrived));
    }

    @Test
    void shouldReadOneArrivalWithTheHeadersOfItsRecord() {
        List<Header> headers = List.of(new Header("a", bytes("1")), new Header("a", null));
        Intake.Arrived arrived = arrived(1, headers);

        List<Intake.Arrived> read =
                serde.deserialize("t", KafkaHeaders.toKafka(headers), new ArrivedSerde().serialize("t", arrived));

        assertThat(read).usingRecursiveComparison().isEqualTo(List.of(arrived));
    }

    @Test
    void shouldReadAndWriteTheGoldenFile() {
        byte[] first = golden("arrival-v1");
        byte[] second = golden("arrival-v1-classified");
        RecordHeaders headers = new RecordHeaders();
        headers.add("a", bytes("1")).add("none", null);

        byte[] packed = MovedSerde.pack(List.of(
                new ProducerRecord<>("t", 0, 1L, null, first, headers),
                new ProducerRecord<>("t", 0, 1L, null, second)));

        assertThat(packed).isEqualTo(golden("arrival-v2"));
        assertThat(serde.deserialize("t", new RecordHeaders(), packed))
                .usingRecursiveComparison()
                .isEqualTo(List.of(
                        new ArrivedSerde().deserialize("t", headers, first),
                        new ArrivedSerde().deserialize("t", new RecordHeaders(), second)));
    }

    @Test
    void shouldReadPackedArrivalsEachWithItsOwnHeaders() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            List<Intake.Arrived> arrivals = new ArrayList<>();
            int count = 2 + random.nextInt(20);
            for (int j = 0; j < count; j++) {
                arrivals.add(arrived(random.nextInt(1_000), headers(random)));
            }

            List<Intake.Arrived> read = serde.deserialize("t", new RecordHeaders(), packed(arrivals));

            assertThat(read).as("seed %d", seed).usingRecursiveComparison().isEqualTo(arrivals);
        }
    }

    @Test
    void shouldRefuseAPackThatIsCutShort() {
        byte[] packed = packed(List.of(arrived(1, List.of(new Header("name", bytes("value")))), arrived(2, List.of())));

        for (int length = 2; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            List<Intake.Arrived> read = readOrNull(cut);

            assertThat(read == null || read.size() == 1).as("%d bytes", length).isTrue();
        }
    }

    @Test
    void shouldRefuseAnUnknownVersion() {
        byte[] packed = packed(List.of(arrived(1, List.of()), arrived(2, List.of())));
        packed[0] = 9;

        assertThatThrownBy(() -> serde.deserialize("t", new RecordHeaders(), packed))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("version 9");
    }

    @Test
    void shouldRefuseToWriteSeveral() {
        Intake.Arrived arrived = arrived(1, List.of());

        assertThatThrownBy(() -> serde.serialize("t", List.of(arrived, arrived)))
                .isInstanceOf(SerializationException.class);
    }

    private @Nullable List<Intake.Arrived> readOrNull(byte[] bytes) {
        try {
            return serde.deserialize("t", new RecordHeaders(), bytes);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static byte[] packed(List<Intake.Arrived> arrivals) {
        return MovedSerde.pack(arrivals.stream()
                .map(arrived -> new ProducerRecord<>(
                        "t",
                        0,
                        arrived.arrival().message().timestamp(),
                        bytes(arrived.arrival().identity()),
                        new ArrivedSerde().serialize("t", arrived),
                        KafkaHeaders.toKafka(arrived.arrival().message().headers())))
                .toList());
    }

    private static Intake.Arrived arrived(int number, List<Header> headers) {
        Message message = new Message(
                new Coordinates("in", 3, number), 1_000L + number, null, bytes("{" + number + "}"), headers);
        Arrival arrival = new Arrival("in", message, "in:" + number, new Fingerprint(number, 7), 0, number % 3);
        return Intake.Arrived.moved(
                arrival,
                number % 2 == 0 ? null : new Classification(new Judgement("bill", true, 3, "why", "rule"), "rules@1"));
    }

    private static List<Header> headers(Random random) {
        List<Header> headers = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            headers.add(new Header(
                    "näme" + random.nextInt(3), random.nextBoolean() ? null : new byte[random.nextInt(200)]));
        }
        return headers;
    }

    private static byte[] golden(String name) {
        return HexFormat.of().parseHex(Golden.text(name + ".hex").strip());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
