package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far apart in event time two messages of one identity must be to be two. */
class TtlTest {

    /** The short one is shorter than a bucket, which is an eighth of the longest. */
    private static final Map<String, Duration> TTLS = Map.of(
            "short", Duration.ofSeconds(90),
            "middle", Duration.ofMinutes(30),
            "long", Duration.ofHours(2),
            "keyed", Duration.ofMinutes(40));

    private static final String SOURCES = """
            sources:
              - { topic: short, namespace: short, identity: { field: /id }, ttl: 90s }
              - { topic: middle, namespace: middle, identity: { field: /id }, ttl: 30m }
              - { topic: long, namespace: long, identity: { field: /id } }
              - { topic: keyed, namespace: keyed, identity: { field: /id }, ttl: 40m, keyed-by-identity: true }
            """;

    private static final String GUARD = "guard: { ttl: 2h, max-lateness: 3h }\n";

    @TempDir
    private Path folder;

    @Test
    void shouldBeExactInOrder() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES + GUARD)) {
            for (long off = -1; off <= 1; off++) {
                for (var source : TTLS.entrySet()) {
                    // Not at the edge of a bucket, and at one.
                    for (Instant first : new Instant[] {NOW.minus(Duration.ofHours(2)), NOW.minusMillis(7_654_321)}) {
                        String id = source.getKey() + off + first;

                        boolean one = areOne(
                                hapax,
                                source.getKey(),
                                id,
                                first,
                                first.plus(source.getValue()).plusMillis(off));

                        assertThat(one).as("%s, ttl %+d ms", id, off).isEqualTo(off < 0);
                    }
                }
            }
            assertThat(hapax.quarantine()).isEmpty();
        }
    }

    @Test
    void shouldBeExactOutOfOrder() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES + GUARD)) {
            for (long off = -1; off <= 1; off++) {
                for (var source : TTLS.entrySet()) {
                    for (Instant first : new Instant[] {NOW, NOW.minusMillis(654_321)}) {
                        String id = source.getKey() + off + first;

                        boolean one = areOne(
                                hapax,
                                source.getKey(),
                                id,
                                first,
                                first.minus(source.getValue()).minusMillis(off));

                        assertThat(one).as("%s, ttl %+d ms", id, off).isEqualTo(off < 0);
                    }
                }
            }
            assertThat(hapax.quarantine()).isEmpty();
        }
    }

    @Test
    void shouldNotBeExtendedByADuplicate() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES + GUARD)) {
            hapax.sends("middle", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(50)));
            hapax.sends("middle", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(25)));
            hapax.sends("middle", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(20)));

            assertThat(hapax.decisions()).hasSize(2);
            assertThat(hapax.duplicates()).hasSize(1);
        }
    }

    @Test
    void shouldBeExtendedByADuplicateWhereConfiguredSo() {
        String refresh = "guard: { ttl: 2h, max-lateness: 3h, refresh-on-duplicate: true }\n";
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES + refresh)) {
            hapax.sends("middle", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(75)));
            hapax.sends("middle", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(50)));
            hapax.sends("middle", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(25)));
            assertThat(hapax.decisions()).hasSize(1);
            assertThat(hapax.duplicates()).hasSize(2);
            assertThat(last(hapax.duplicates()).json("/first/at/offset")).isEqualTo("0");

            hapax.sends("middle", null, "{\"id\":1}", NOW.plus(Duration.ofMinutes(5)));

            assertThat(hapax.decisions()).hasSize(2);
        }
    }

    @Test
    void shouldStillKnowACopyThatComesTooLateToBeAdmitted() {
        String strict = "guard: { ttl: 2h, max-lateness: 1m }\n";
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES + strict)) {
            hapax.sends("long", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(100)));
            hapax.sends("long", null, "{\"id\":2}");
            hapax.sends("long", null, "{\"id\":1}", NOW.minus(Duration.ofMinutes(90)));
            hapax.sends("long", null, "{\"id\":3}", NOW.minus(Duration.ofMinutes(90)));

            assertThat(hapax.duplicates()).extracting(Published::keyText).containsExactly("long:1");
            assertThat(hapax.quarantine()).extracting(Published::identity).containsExactly("long:3");
            assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.LATE);
        }
    }

    @Test
    void shouldNotTakeTheSameIdOfAnotherNamespaceForACopy() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES + GUARD)) {
            TTLS.keySet().forEach(source -> hapax.sends(source, source + ":1", "{\"id\":1}"));

            assertThat(hapax.decisions())
                    .extracting(Published::keyText)
                    .containsExactlyInAnyOrder("short:1", "middle:1", "long:1", "keyed:1");
        }
    }

    private static boolean areOne(HapaxFixture hapax, String source, String id, Instant first, Instant second) {
        String value = "{\"id\":\"" + id + "\"}";
        int decisions = hapax.decisions().size();
        int duplicates = hapax.duplicates().size();
        hapax.sends(source, source + ":" + id, value, first);
        hapax.sends(source, source + ":" + id, value, second);
        assertThat(hapax.decisions().size() + hapax.duplicates().size())
                .as("everything sent is decided or noted")
                .isEqualTo(decisions + duplicates + 2);
        return hapax.decisions().size() == decisions + 1;
    }
}
