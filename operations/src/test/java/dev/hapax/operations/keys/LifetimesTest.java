package dev.hapax.operations.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.wire.ChangelogEntries;
import dev.hapax.wire.GuardKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifetimesTest {

    private static final long HOUR = 3_600_000;
    private static final long T = 500_000 * HOUR;

    private static final Settings SETTINGS =
            SettingsFile.parse("""
            application-id: app
            kafka: { bootstrap.servers: "localhost:9092" }
            classifiers: { rules: { type: rules } }
            guard: { ttl: 24h, max-lateness: 2h, bucket: 3h }
            sources:
              - { topic: mail, namespace: mail, identity: { field: /id } }
              - { topic: hooks, namespace: hooks, identity: { field: /id }, ttl: 1h }
            """, "test.yaml", Path.of(""), name -> null).settings();

    private final Lifetimes lifetimes = new Lifetimes(SETTINGS);

    @Test
    void shouldCountTheTtlOfTheSourceFromTheLastMessageThatExtendedIt() {
        Remembered mail = remembered("mail:1", entry("mail", 0), T + HOUR);
        Remembered hook = remembered("hooks:1", entry("hooks", 0), T + HOUR);

        assertThat(mail.until().toEpochMilli()).isEqualTo(T + 24 * HOUR);
        assertThat(mail.left()).isEqualTo(Duration.ofHours(23));
        assertThat(mail.expired()).isFalse();
        assertThat(hook.expired()).as("exactly a ttl later").isTrue();
    }

    @Test
    void shouldCountAReplayFromTheBucketItWasAdmittedIn() {
        Remembered replayed = remembered("mail:1", entry("mail", 64), T);

        assertThat(replayed.until().toEpochMilli()).isEqualTo(3 * HOUR + 24 * HOUR + 2 * HOUR);
    }

    @Test
    void shouldKnowASourceByTheNamespaceWhenItsTopicIsReadNoMore() {
        assertThat(remembered("hooks:1", entry("former", 0), T).until().toEpochMilli())
                .isEqualTo(T + HOUR);
        assertThat(remembered("sha256:00", entry("former", 0), T).until().toEpochMilli())
                .isEqualTo(T + 24 * HOUR);
    }

    @Test
    void shouldSuggestNamespacesOnlyToAnIdentityWithoutOne() {
        assertThat(Keys.suggestions(SETTINGS, "1")).containsExactly("mail:1", "hooks:1");
        assertThat(Keys.suggestions(SETTINGS, "mail:1")).isEqualTo(List.of());
    }

    @Test
    void shouldFindThePartitionKafkasProducersChoose() {
        assertThat(GuardChangelog.partition("mail:1".getBytes(StandardCharsets.UTF_8), 1))
                .isZero();
        // A value of Kafka's own test of its hash, UtilsTest.testMurmur2.
        assertThat(GuardChangelog.partition("21".getBytes(StandardCharsets.UTF_8), 1_000_000))
                .isEqualTo((-973932308 & 0x7fffffff) % 1_000_000);
    }

    private Remembered remembered(String name, GuardEntry entry, long streamTime) {
        byte[] key = ("\u0001" + name).getBytes(StandardCharsets.UTF_8);
        return lifetimes.remembered(
                new ChangelogEntries.Entry(new GuardKey(key, 0), 0, new byte[0]), entry, streamTime);
    }

    private static GuardEntry entry(String topic, int generation) {
        return new GuardEntry(
                GuardEntry.Status.DECIDED,
                T,
                T,
                new Coordinates(topic, 0, 1),
                new Fingerprint(1, 2),
                generation,
                "other",
                false);
    }
}
