package dev.hapax.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Four messages, and what is said of each thing that may go wrong with them. */
class ReckoningTest {

    private static final long NOW = 1_800_000_000_000L;

    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
    private final Reckoning reckoning = new Reckoning(unchanged);

    @BeforeEach
    void aMessageACopyAContradictionAndPoison() {
        unchanged.remember("a", "billing");
        List<ConsumerRecord<byte[], byte[]>> input = List.of(
                record(0, "a", "{1}", new RecordHeaders()),
                record(1, "a", "{1}", new RecordHeaders()),
                record(2, "a", "{2}", new RecordHeaders()),
                record(3, "b", "{broken", new RecordHeaders()));
        reckoning.expect(input, List.of("0@0", "0@1", "0@2", "0@3"), new Model(NOW));
    }

    @Test
    void shouldFindNothingWhenEverythingCameOutAsItHadTo() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).isEmpty();
    }

    @Test
    void shouldFindAMessageThatIsLost() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawQuarantined(quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("nothing lost", "one outcome for each message");
    }

    @Test
    void shouldFindAnIdentityThatActedTwice() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDecision(decision(1, "billing"));
        reckoning.sawQuarantined(quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("each identity decided once");
    }

    @Test
    void shouldFindAMessageWithTwoOutcomes() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("one outcome for each message");
    }

    @Test
    void shouldFindAContradictionThatWasDropped() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawDuplicate(duplicate(2));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("quarantine complete, byte for byte");
    }

    @Test
    void shouldFindBytesThatWereAltered() {
        reckoning.sawDecision(decision(0, "billing"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken "));

        assertThat(broken()).containsExactly("quarantine complete, byte for byte");
    }

    @Test
    void shouldFindADecisionThatChanged() {
        reckoning.sawDecision(decision(0, "other"));
        reckoning.sawDuplicate(duplicate(1));
        reckoning.sawQuarantined(quarantined(2, "CONFLICT", "{2}"));
        reckoning.sawQuarantined(quarantined(3, "UNREADABLE", "{broken"));

        assertThat(broken()).containsExactly("decisions unchanged");
    }

    private List<String> broken() {
        List<String> names = new ArrayList<>();
        reckoning.checks().stream().filter(check -> !check.held()).forEach(check -> names.add(check.name()));
        return names;
    }

    private static ConsumerRecord<byte[], byte[]> decision(long about, String what) {
        return record(9, "a", what, headers(HeaderNames.SOURCE_PARTITION, HeaderNames.SOURCE_OFFSET, about));
    }

    private static ConsumerRecord<byte[], byte[]> duplicate(long about) {
        return decision(about, "");
    }

    private static ConsumerRecord<byte[], byte[]> quarantined(long about, String reason, String value) {
        RecordHeaders headers = headers(HeaderNames.ERROR_PARTITION, HeaderNames.ERROR_OFFSET, about);
        headers.add(HeaderNames.REASON, utf8(reason));
        return record(9, "k", value, headers);
    }

    private static RecordHeaders headers(String partition, String offset, long about) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(partition, utf8("0"));
        headers.add(offset, utf8(Long.toString(about)));
        return headers;
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, String key, String value, RecordHeaders headers) {
        return new ConsumerRecord<>(
                "t",
                0,
                offset,
                NOW,
                TimestampType.CREATE_TIME,
                0,
                0,
                utf8(key),
                utf8(value),
                headers,
                Optional.empty());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
