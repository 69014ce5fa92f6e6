package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardEntry.Status;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GuardEntryFormatTest {

    private static final GuardEntry DECIDED = new GuardEntry(
            Status.DECIDED,
            1_778_000_000_000L,
            1_778_000_000_000L,
            new Coordinates("hapax.messages", 3, 4_711),
            new Fingerprint(0x0123456789abcdefL, 0xfedcba9876543210L),
            0,
            "billing-failure",
            true);
    private static final GuardEntry QUARANTINED = new GuardEntry(
            Status.QUARANTINED,
            0,
            86_400_000,
            new Coordinates("größe", 0, 0),
            new Fingerprint(-1, 0),
            7,
            "CLASSIFIER_FAILED",
            false);

    @Test
    void shouldReadWhatEveryVersionEverWrote() {
        assertThat(GuardEntryFormat.read(golden("guard-entry-v1-decided"))).isEqualTo(DECIDED);
        assertThat(GuardEntryFormat.read(golden("guard-entry-v1-quarantined"))).isEqualTo(QUARANTINED);
    }

    @Test
    void shouldWriteTheSameBytesAsTheGoldenFile() {
        assertThat(GuardEntryFormat.write(DECIDED)).isEqualTo(golden("guard-entry-v1-decided"));
        assertThat(GuardEntryFormat.write(QUARANTINED)).isEqualTo(golden("guard-entry-v1-quarantined"));
    }

    @Test
    void shouldReadBackWhateverItWrites() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            long time = random.nextLong(4_000_000_000_000L);
            GuardEntry entry = new GuardEntry(
                    random.nextBoolean() ? Status.DECIDED : Status.QUARANTINED,
                    time,
                    time + random.nextInt(100_000_000),
                    new Coordinates("t" + random.nextInt(), random.nextInt(1_000), random.nextLong(Long.MAX_VALUE)),
                    new Fingerprint(random.nextLong(), random.nextLong()),
                    random.nextInt(Integer.MAX_VALUE),
                    "label" + random.nextInt(),
                    random.nextBoolean());

            assertThat(GuardEntryFormat.read(GuardEntryFormat.write(entry)))
                    .as("seed %d", seed)
                    .isEqualTo(entry);
        }
    }

    @Test
    void shouldRefuseAVersionItDoesNotKnow() {
        byte[] bytes = GuardEntryFormat.write(DECIDED);
        bytes[0] = 2;

        assertThatThrownBy(() -> GuardEntryFormat.read(bytes)).hasMessageContaining("version 2");
    }

    @Test
    void shouldTakeAboutNinetyBytesOrLess() {
        assertThat(GuardEntryFormat.write(DECIDED)).hasSizeLessThan(64);
    }

    private static byte[] golden(String name) {
        return HexFormat.of().parseHex(Golden.text(name + ".hex").strip());
    }
}
