package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.wire.ChangelogEntries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing arrives for days: stream time stands still, and the broker deletes the changelog by its own clock. */
class IdlePartitionTest {

    /**
     * Changelog records are kept for ttl + max-lateness + 2 buckets + this; half of it must be left when they are
     * replaced.
     */
    private static final String SETTINGS = """
            sources:
              - { topic: in, identity: { field: /id }, keyed-by-identity: true }
            guard: { ttl: 8h, max-lateness: 1h, bucket: 1h, changelog-extra-retention: 4h }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldAppendWhatIsAliveAgainBeforeTheBrokerDeletesIt() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SETTINGS)) {
            hapax.sends("in", "a", "{\"id\":\"a\"}", NOW);
            hapax.passes(Duration.ofSeconds(1));

            hapax.passes(Duration.ofHours(12));
            assertThat(entries(hapax)).containsExactly("a");

            hapax.passes(Duration.ofHours(2));
            assertThat(entries(hapax)).containsExactly("a", "a");

            hapax.passes(Duration.ofHours(14));
            assertThat(entries(hapax)).containsExactly("a", "a", "a");
        }
    }

    @Test
    void shouldAppendNothingAgainThatHasDied() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SETTINGS)) {
            hapax.sends("in", "a", "{\"id\":\"a\"}", NOW);
            for (int hour = 0; hour < 20; hour++) {
                hapax.passes(Duration.ofHours(1));
                hapax.sends("in", "b" + hour, "{\"id\":\"b" + hour + "\"}");
            }

            assertThat(entries(hapax)).doesNotHaveDuplicates().hasSize(21);
        }
    }

    private static List<String> entries(HapaxFixture hapax) {
        List<String> names = new ArrayList<>();
        hapax.changelog()
                .forEach(chunk ->
                        ChangelogEntries.read(requireNonNull(chunk.value()), entry -> names.add(entry.name())));
        return names;
    }
}
