package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Replay;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message's trace goes on with whatever comes of it. */
class TraceTest {

    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, identity: { field: /id } }
                  - { topic: payments, keyed-by-identity: true, identity: { field: /id } }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks", "payments"})
    void shouldContinueTheTraceInEveryOutput(String topic) {
        hapax.sends(topic, "1", json("1", "Payment failed"), header("traceparent", TRACE));
        hapax.sends(topic, "1", json("1", "Payment failed"), header("traceparent", TRACE));
        hapax.sends(topic, "1", json("1", "other"), header("traceparent", TRACE));
        hapax.sends(topic, "1", "unreadable", header("traceparent", TRACE));

        assertThat(traces(hapax.decisions())).containsExactly(TRACE);
        assertThat(traces(hapax.alerts())).containsExactly(TRACE);
        assertThat(traces(hapax.duplicates())).containsExactly(TRACE);
        assertThat(traces(hapax.quarantine())).containsExactly(TRACE, TRACE);
    }

    @Test
    void shouldContinueTheTraceOfTheOriginalInAReplay() {
        byte[] value = json("1", "Payment failed").getBytes(StandardCharsets.UTF_8);
        Message original = new Message(
                new Coordinates("hooks", 0, 5), NOW.toEpochMilli(), null, value, List.of(header("traceparent", TRACE)));

        hapax.sendsBytes(
                "hapax.replays",
                "1".getBytes(StandardCharsets.UTF_8),
                value,
                NOW,
                KafkaHeaders.toDomain(ReplayFormat.headers(new Replay(original, "hooks", 1, 0, false)))
                        .toArray(new Header[0]));

        assertThat(traces(hapax.decisions())).containsExactly(TRACE);
        assertThat(traces(hapax.alerts())).containsExactly(TRACE);
    }

    @Test
    void shouldDropATraceThatIsNoneAndKeepItInQuarantineAlone() {
        Header broken = header("traceparent", "00-not-a-trace");
        hapax.sends("hooks", null, json("1", "Payment failed"), broken, header("traceparent", null), header("a", "b"));
        hapax.sends("hooks", null, "unreadable", broken);

        assertThat(last(hapax.decisions()).headerNames()).contains("a").doesNotContain("traceparent");
        assertThat(last(hapax.alerts()).headerNames()).doesNotContain("traceparent");
        // There the original stands as it arrived.
        assertThat(last(hapax.quarantine()).header("traceparent")).isEqualTo("00-not-a-trace");
    }

    private static List<String> traces(List<Published> records) {
        return records.stream()
                .map(record -> String.valueOf(record.header("traceparent")))
                .toList();
    }

    private static String json(String id, String subject) {
        return "{\"id\":\"" + id + "\",\"subject\":\"" + subject + "\"}";
    }
}
