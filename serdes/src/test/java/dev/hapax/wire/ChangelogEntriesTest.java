package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.ExecutedCommands;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangelogEntriesTest {

    private static final GuardEntry ENTRY = new GuardEntry(
            GuardEntry.Status.DECIDED, 5, 5, new Coordinates("in", 0, 1), new Fingerprint(1, 2), 0, "other", false);
    private static final String LONG = "long:" + "x".repeat(70);

    @Test
    void shouldHandOverWhatWasKeptAndForgottenInItsOrder() {
        GuardChunk chunk = new GuardChunk();
        chunk.add(1, GuardKey.of("shop:a").bytes(), GuardEntryFormat.write(ENTRY));
        chunk.add(1, GuardKey.of(LONG, 3, 9).bytes(), GuardEntryFormat.write(ENTRY));
        chunk.add(1, GuardKey.of("shop:a").bytes(), GuardChunk.FORGOTTEN);
        byte[] bytes = chunk.take(new GuardChunk.Head(77, 1_000, ExecutedCommands.NONE, 7));

        List<ChangelogEntries.Entry> all = new ArrayList<>();
        ChangelogEntries.read(bytes, all::add);
        List<ChangelogEntries.Entry> some = new ArrayList<>();
        ChangelogEntries.read(bytes, LONG, some::add);

        assertThat(ChangelogEntries.streamTime(bytes)).isEqualTo(77);
        assertThat(all).extracting(ChangelogEntries.Entry::forgotten).containsExactly(false, false, true);
        assertThat(all.get(0).name()).isEqualTo("shop:a");
        assertThat(all.get(0).kept()).isEqualTo(ENTRY);
        assertThat(all.get(1).name()).startsWith("sha256:").hasSize(7 + 64);
        assertThat(all.get(2).kept()).isNull();
        assertThat(some).hasSize(1);
    }
}
