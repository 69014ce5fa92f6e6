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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArrivedSerdeTest {

    private static final Classification IMPORTANT = new Classification(
            new Judgement("billing-failure", true, 80, "Zahlung für 7 €", "billing.failed"), "rules@1");

    private final ArrivedSerde serde = new ArrivedSerde();

    @Test
    void shouldReadWhatTheFirstReleaseWrote() {
        Intake.Arrived read = read(golden("arrival-v1"));

        assertThat(read).usingRecursiveComparison().isEqualTo(arrival(null));
    }

    @Test
    void shouldReadAndWriteTheGoldenFile() {
        assertThat(read(golden("arrival-v1-classified")))
                .usingRecursiveComparison()
                .isEqualTo(arrival(IMPORTANT));
        assertThat(serde.serialize("t", arrival(IMPORTANT))).isEqualTo(golden("arrival-v1-classified"));
        assertThat(serde.serialize("t", arrival(null))).isEqualTo(golden("arrival-v1"));
    }

    @Test
    void shouldPutTheClassificationWhereTheFirstReleaseDoesNotLook() {
        byte[] first = golden("arrival-v1");

        byte[] classified = serde.serialize("t", arrival(IMPORTANT));

        assertThat(Arrays.copyOf(classified, first.length)).isEqualTo(first);
    }

    @Test
    void shouldReadBackWhateverItWrites() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            Judgement judgement =
                    new Judgement(text(random), random.nextBoolean(), random.nextInt(), text(random), text(random));
            Intake.Arrived arrival = arrival(new Classification(judgement, text(random)));

            assertThat(read(serde.serialize("t", arrival)))
                    .as("seed %d", seed)
                    .usingRecursiveComparison()
                    .isEqualTo(arrival);
        }
    }

    @Test
    void shouldMakeOneStringOfRepeatedText() {
        byte[] bytes = serde.serialize("t", arrival(IMPORTANT));

        Arrival first = read(bytes).arrival();
        Arrival second = read(bytes).arrival();

        assertThat(second.source()).isSameAs(first.source());
        assertThat(second.message().at().topic()).isSameAs(first.message().at().topic());
    }

    @Test
    void shouldTellTextsApartThatShareASlot() {
        RepeatedText texts = new RepeatedText();
        // Same length; same first, middle and last byte.
        List<String> alike = List.of("a1b2c", "a3b4c", "a1b2c", "a5b6c");

        assertThat(alike)
                .allSatisfy(text -> assertThat(texts.read(written(text))).isEqualTo(text));
    }

    @Test
    void shouldRefuseTextThatIsCutShort() {
        ByteBuffer cut = ByteBuffer.wrap(new byte[] {6, 'a', 'b'}); // a length of 3

        assertThatThrownBy(() -> new RepeatedText().read(cut)).hasMessageContaining("3");
    }

    @Test
    void shouldCarryKeyValueHeadersTimeAndCoordinates() {
        List<Header> headers = List.of(
                new Header("a", bytes("1")),
                new Header("a", bytes("2")),
                new Header("empty", new byte[0]),
                new Header("null", null));
        Arrival arrival = arrival(bytes("key"), bytes("value"), headers);

        assertThat(roundTrip(arrival)).usingRecursiveComparison().isEqualTo(arrival);
    }

    @Test
    void shouldDistinguishMissingFromEmptyKeysAndValues() {
        Arrival nothing = roundTrip(arrival(null, null, List.of()));
        Arrival empty = roundTrip(arrival(new byte[0], new byte[0], List.of()));

        assertThat(nothing.message().key()).isNull();
        assertThat(nothing.message().value()).isNull();
        assertThat(empty.message().key()).isEmpty();
        assertThat(empty.message().value()).isEmpty();
    }

    @Test
    void shouldRefuseAnUnknownVersion() {
        byte[] bytes = serde.serialize("t", arrival(null));
        bytes[0] = 9;

        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("version 9");
    }

    private Arrival roundTrip(Arrival arrival) {
        return serde.deserialize(
                        "t",
                        KafkaHeaders.toKafka(arrival.message().headers()),
                        serde.serialize("t", Intake.Arrived.moved(arrival, null)))
                .arrival();
    }

    private static ByteBuffer written(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(Binary.sizeOf(bytes));
        Binary.put(out, bytes);
        return out.flip();
    }

    private Intake.Arrived read(byte[] bytes) {
        return serde.deserialize("t", new RecordHeaders(), bytes);
    }

    private static Intake.Arrived arrival(@Nullable Classification classification) {
        return Intake.Arrived.moved(arrival(bytes("key"), bytes("value"), List.of()), classification);
    }

    private static Arrival arrival(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
        Message message =
                new Message(new Coordinates("hapax.messages", 3, 4_711), 1_778_000_000_000L, key, value, headers);
        return new Arrival("billing", message, "größe:7", new Fingerprint(1, -2), 2, 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(400), 0x20, 0x800)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static byte[] golden(String name) {
        return HexFormat.of().parseHex(Golden.text(name + ".hex").strip());
    }
}
