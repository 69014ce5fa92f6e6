package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import org.junit.jupiter.api.Test;

/** What is put into rows comes out of them. */
class RowsTest {

    @Test
    void shouldKeepFacts() {
        for (Kind kind : Kind.values()) {
            Fact fact = new Fact(
                    kind,
                    new RecordPosition(7, 65_000, 1L << 47),
                    Integer.MAX_VALUE - 1,
                    Fact.UNREADABLE | Fact.OUTSIDE | Fact.flags(Fact.MOST_RULES),
                    -5,
                    new PackedPosition(65_000, (1L << 47) + 1),
                    -1);
            long[] row = new long[Fact.WIDTH];

            fact.put(row);

            assertThat(Fact.of(row)).isEqualTo(fact);
        }
    }

    @Test
    void shouldKeepSightings() {
        Sighting sighting = new Sighting(
                new Fingerprint(-1, 2),
                64,
                300,
                true,
                1_700_000_000_000L,
                new RecordPosition(1, 2, 3),
                new PackedPosition(4, 5),
                17L << 40);
        long[] row = new long[Sighting.WIDTH];

        sighting.put(row);
        assertThat(Sighting.of(row)).isEqualTo(sighting);

        Sighting.commanded(new Fingerprint(3, 4)).put(row);
        assertThat(Sighting.of(row).isCommand()).isTrue();
        assertThat(Sighting.of(row).identity()).isEqualTo(new Fingerprint(3, 4));
    }
}
