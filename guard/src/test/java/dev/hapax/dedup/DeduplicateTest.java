package dev.hapax.dedup;

import static dev.hapax.dedup.DedupDriver.byIdentity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.state.StoreBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeduplicateTest {

    @TempDir
    Path folder;

    @Test
    void shouldForwardTheFirstRecordAndDropItsDuplicates() {
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, byIdentity())) {
            driver.send("a=1", 0).send("b=1", 1).send("a=1", 2).send("a=2", 59);

            assertThat(driver.received()).containsExactly("a=1", "b=1");
            assertThat(driver.total("first")).isEqualTo(2);
            assertThat(driver.total("duplicate")).isEqualTo(2);
        }
    }

    @Test
    void shouldForwardAgainWhenTheTtlHasPassed() {
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, byIdentity())) {
            driver.send("a=1", 0).send("a=2", 60).send("a=3", 119).send("a=4", 120);

            assertThat(driver.received()).containsExactly("a=1", "a=2", "a=4");
        }
    }

    @Test
    void shouldFindDuplicatesThatAreOutOfOrder() {
        try (DedupDriver driver = DedupDriver.forwardingAll(folder, byIdentity())) {
            driver.send("a=1", 100).send("a=2", 41).send("a=3", 40);

            assertThat(driver.received()).containsExactly("first a=1", "duplicate a=2 of in-0@0 of 100", "first a=3");
        }
    }

    @Test
    void shouldCallARecordLateThatIsTooOldToJudge() {
        Deduplicate<String, String> dedup = byIdentity().maxLateness(Duration.ofMinutes(10));
        try (DedupDriver driver = DedupDriver.forwardingAll(folder, dedup)) {
            driver.send("a=1", 200).send("b=1", 190).send("c=1", 189).send("a=2", 189);

            assertThat(driver.received())
                    .containsExactly("first a=1", "first b=1", "late c=1 before 190", "duplicate a=2 of in-0@0 of 200");
        }
    }

    @Test
    void shouldJudgeARecordThatIsOneTtlBehindByDefault() {
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, byIdentity())) {
            driver.send("a=1", 200).send("b=1", 140).send("b=2", 140).send("c=1", 139);

            assertThat(driver.received()).containsExactly("a=1", "b=1");
            assertThat(driver.total("late")).isEqualTo(1);
        }
    }

    @Test
    void shouldCallOtherContentAConflict() {
        Deduplicate<String, String> dedup = byIdentity().fingerprint(DedupDriver::content);
        try (DedupDriver driver = DedupDriver.forwardingAll(folder, dedup)) {
            driver.send("a=1", 0).send("a=2", 1).send("a=1", 2);

            assertThat(driver.received())
                    .containsExactly("first a=1", "conflict a=2 with in-0@0 of 0", "duplicate a=1 of in-0@0 of 0");
        }
    }

    @Test
    void shouldDropAndCountConflictsWhenOnlyFirstRecordsAreForwarded() {
        Deduplicate<String, String> dedup = byIdentity().fingerprint(DedupDriver::content);
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, dedup)) {
            driver.send("a=1", 0).send("a=2", 1);

            assertThat(driver.received()).containsExactly("a=1");
            assertThat(driver.total("conflict")).isEqualTo(1);
        }
    }

    @Test
    void shouldShowTheStoredOutcomeToDuplicates() {
        Deduplicate<String, String> dedup = byIdentity().outcome((key, value) -> "processed " + value);
        try (DedupDriver driver = DedupDriver.forwardingAll(folder, dedup)) {
            driver.send("a=1", 0).send("a=2", 1);

            assertThat(driver.received()).containsExactly("first a=1", "duplicate a=2 of in-0@0 of 0: processed a=1");
        }
    }

    @Test
    void shouldFailAtARecordWithoutIdentity() {
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, byIdentity())) {
            assertThatThrownBy(() -> driver.send("null=1", 0))
                    .hasRootCauseInstanceOf(DeduplicationException.class)
                    .rootCause()
                    .hasMessageContaining("in-0@0 has no identity");
        }
    }

    @Test
    void shouldFailAtARecordWithoutKey() {
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, byIdentity())) {
            assertThatThrownBy(() -> driver.send(null, "a=1", 0))
                    .rootCause()
                    .isInstanceOf(DeduplicationException.class)
                    .hasMessageContaining("in-0@0 has no key");
        }
    }

    @Test
    void shouldTakeNoIdentityThatUtf8CannotRepresent() {
        Deduplicate<String, String> dedup = Deduplicate.by(
                        (String key, String value) -> value.equals("whole") ? "\ud83d\ude00" : "\ud83d")
                .within(DedupDriver.TTL);
        try (DedupDriver driver = DedupDriver.forwardingFirst(folder, dedup)) {
            driver.send("whole", 0);

            assertThatThrownBy(() -> driver.send("half", 0))
                    .rootCause()
                    .isInstanceOf(DeduplicationException.class)
                    .hasMessageContaining("surrogate");
            assertThat(driver.received()).containsExactly("whole");
        }
    }

    @Test
    void shouldLeaveTheRecordToTheExceptionHandlerOfTheApplication() {
        Properties config = DedupDriver.config(folder);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        Deduplicate<String, String> dedup =
                byIdentity().outcome((key, value) -> value.length() > 9 ? "x".repeat(1_025) : "");
        try (DedupDriver driver = DedupDriver.forwardingFirst(config, dedup)) {
            driver.send("null=1", 0).send("a=too long", 0).send("a=2", 1);

            assertThat(driver.received()).containsExactly("a=2");
        }
    }

    @Test
    void shouldCountDuplicatesWithOtherKeysBecauseOtherPartitionsMayHaveMore() {
        try (DedupDriver driver = DedupDriver.forwardingAll(folder, byIdentity())) {
            driver.send("one", "a=1", 0).send("two", "a=1", 1);

            assertThat(driver.received()).containsExactly("first a=1", "duplicate a=1 of in-0@0 of 0");
            assertThat(driver.total("other-key")).isEqualTo(1);
            assertThat(driver.total("conflict")).isZero();
        }
    }

    @Test
    void shouldRefuseToRunWithoutExactlyOnce() {
        Properties config = DedupDriver.config(folder);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);

        assertThatThrownBy(() -> DedupDriver.forwardingFirst(config, byIdentity()))
                .rootCause()
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("at_least_once for configuration processing.guarantee: must be exactly_once_v2");
    }

    @Test
    void shouldNeedNoRepartitionTopicToGroupWhatItForwards() {
        assertThat(describe(true)).doesNotContain("-repartition");
        assertThat(describe(false)).contains("-repartition");
    }

    private static String describe(boolean values) {
        StreamsBuilder builder = new StreamsBuilder();
        var input = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
        (values
                        ? input.processValues(byIdentity().forwardFirstValues())
                        : input.process(byIdentity().forwardFirst()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count();
        return builder.build().describe().toString();
    }

    @Test
    void shouldKeepTheChangelogByAppendTimeForLongerThanItsEntriesCount() {
        StoreBuilder<?> store = byIdentity()
                .named("orders-seen")
                .maxLateness(Duration.ofMinutes(30))
                .extraRetention(Duration.ofDays(1))
                .forwardFirst()
                .stores()
                .iterator()
                .next();

        long buckets = Duration.ofMinutes(15).toMillis();
        assertThat(store.name()).isEqualTo("orders-seen");
        assertThat(store.logConfig())
                .isEqualTo(Map.of(
                        "cleanup.policy",
                        "delete",
                        "message.timestamp.type",
                        "LogAppendTime",
                        "retention.bytes",
                        "-1",
                        "retention.ms",
                        Long.toString(Duration.ofMinutes(90).plusDays(1).toMillis() + buckets)));
    }

    @Test
    void shouldRefuseSettingsThatCannotWork() {
        var by = Deduplicate.by((String key, String value) -> key);
        for (Runnable wrong : List.<Runnable>of(
                () -> by.within(Duration.ZERO),
                () -> byIdentity().maxLateness(Duration.ofMillis(-1)),
                () -> byIdentity().bucket(Duration.ofMinutes(61)),
                () -> byIdentity().bucket(Duration.ofSeconds(3)),
                () -> byIdentity().extraRetention(Duration.ofMillis(-1)),
                () -> byIdentity().filterMemory(1),
                () -> byIdentity().rocksDbMemory(1))) {
            assertThatIllegalArgumentException().isThrownBy(wrong::run);
        }
    }
}
