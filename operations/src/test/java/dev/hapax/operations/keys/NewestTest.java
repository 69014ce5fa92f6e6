package dev.hapax.operations.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NewestTest {

    private final Keys.Newest newest = new Keys.Newest(3);

    @Test
    void shouldKeepTheNewestInWhicheverOrderTheyCome() {
        for (int time : new int[] {5, 1, 9, 3, 7}) {
            newest.add(seen("k" + time, time, time));
        }

        assertThat(newest.first(2)).extracting(Remembered::name).containsExactly("k9", "k7");
        assertThat(newest.first(9)).extracting(Remembered::name).containsExactly("k9", "k7", "k5");
    }

    @Test
    void shouldTakeAnEntryWrittenAgainForOne() {
        newest.add(seen("a", 1, 1));
        newest.add(seen("a", 1, 4));

        assertThat(newest.first(9)).containsExactly(seen("a", 1, 4));
    }

    @Test
    void shouldSayWhenWhatWasForgottenHadCrowdedOutOthers() {
        newest.add(seen("a", 1, 1));
        newest.forget("a");
        assertThat(newest.forgotten()).isZero();

        for (int time = 1; time <= 4; time++) {
            newest.add(seen("k" + time, time, time));
        }
        newest.forget("k4");
        newest.forget("unheard-of");

        assertThat(newest.forgotten()).isEqualTo(1);
        assertThat(newest.first(9)).extracting(Remembered::name).containsExactly("k3", "k2");
    }

    private static Remembered seen(String name, long firstTime, long lastTime) {
        GuardEntry entry = new GuardEntry(
                GuardEntry.Status.DECIDED,
                firstTime,
                lastTime,
                new Coordinates("in", 0, firstTime),
                new Fingerprint(1, 2),
                0,
                "other",
                false);
        return new Remembered(name, entry, Instant.ofEpochMilli(lastTime + 10), Instant.EPOCH);
    }
}
