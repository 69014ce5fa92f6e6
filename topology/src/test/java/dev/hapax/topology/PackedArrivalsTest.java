package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Reason;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.MovedSerde;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several arrivals in one record of the repartition topic have the outcomes that they have one by one. */
class PackedArrivalsTest {

    private static final String SETTINGS = """
            sources: [{ topic: hooks, identity: { field: /id }, fingerprint: [/amount] }]
            guard: { ttl: 1h, max-lateness: 500ms }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void shouldHaveTheOutcomesOfSingleArrivals() {
        try (HapaxFixture oneByOne = fixture("one");
                HapaxFixture packed = fixture("packed")) {
            oneByOne.sends("hooks", null, "{\"id\":1,\"amount\":1,\"subject\":\"Payment failed\"}", NOW);
            oneByOne.sends("hooks", null, "{\"id\":2,\"amount\":1}", NOW.plusMillis(5));
            oneByOne.sends("hooks", null, "{\"id\":1,\"amount\":1}", NOW.plusMillis(4));
            oneByOne.sends("hooks", null, "{\"id\":2,\"amount\":2}", NOW.plusMillis(6));

            packed.movesAgain(pack(oneByOne.moved()));

            assertThat(packed.decisions()).usingRecursiveComparison().isEqualTo(oneByOne.decisions());
            assertThat(packed.alerts()).usingRecursiveComparison().isEqualTo(oneByOne.alerts());
            assertThat(packed.duplicates()).usingRecursiveComparison().isEqualTo(oneByOne.duplicates());
            assertThat(packed.decisions()).hasSize(2);
            assertThat(packed.duplicates()).hasSize(1);
            assertThat(packed.quarantine()).extracting(Published::reason).containsExactly(Reason.CONFLICT);
        }
    }

    @Test
    void shouldTakeAWholeRecordThatComesAgainForRedeliveries() {
        try (HapaxFixture source = fixture("source");
                HapaxFixture packed = fixture("packed")) {
            source.sends("hooks", null, "{\"id\":1}", NOW);
            source.sends("hooks", null, "{\"id\":2}", NOW);
            Published pack = pack(source.moved());

            packed.movesAgain(pack);
            packed.movesAgain(pack);

            assertThat(packed.decisions()).hasSize(2);
            assertThat(packed.duplicates()).extracting(one -> one.json("/kind")).containsOnly("redelivery");
            assertThat(packed.duplicates()).hasSize(2);
        }
    }

    @Test
    void shouldNotMakeAnArrivalLateByOneBehindItInTheSameRecord() {
        try (HapaxFixture source = fixture("source");
                HapaxFixture packed = fixture("packed")) {
            source.sends("hooks", null, "{\"id\":1}", NOW);
            source.sends("hooks", null, "{\"id\":2}", NOW.plusMillis(900));

            packed.movesAgain(pack(source.moved()));

            assertThat(packed.decisions()).hasSize(2);
        }
    }

    @Test
    void shouldMakeAnArrivalLateByOneBeforeItInTheSameRecord() {
        try (HapaxFixture source = fixture("source");
                HapaxFixture packed = fixture("packed")) {
            source.sends("hooks", null, "{\"id\":1}", NOW);
            source.sends("hooks", null, "{\"id\":2}", NOW.minus(Duration.ofMillis(501)));

            packed.movesAgain(pack(source.moved()));

            assertThat(packed.decisions()).hasSize(1);
            assertThat(packed.quarantine()).extracting(Published::reason).containsExactly(Reason.LATE);
        }
    }

    private HapaxFixture fixture(String name) {
        try {
            return new HapaxFixture(Files.createDirectory(folder.resolve(name)), SETTINGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the producer packs them. */
    private static Published pack(List<Published> moved) {
        byte[] value = MovedSerde.pack(moved.stream()
                .map(one -> new ProducerRecord<>(
                        "moved",
                        0,
                        one.time().toEpochMilli(),
                        one.key(),
                        Objects.requireNonNull(one.value()),
                        KafkaHeaders.toKafka(one.headers())))
                .toList());
        Instant latest =
                moved.stream().map(Published::time).max(Instant::compareTo).orElseThrow();
        return new Published(null, value, List.of(), latest);
    }
}
