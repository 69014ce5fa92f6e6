package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.operations.replay.Bound;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayRequestTest {

    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    @Test
    void shouldParseStartAndEnd() throws Exception {
        assertThat(from("\"earliest\"")).isEqualTo(new Bound.Edge());
        assertThat(from("4711")).isEqualTo(new Bound.Offsets(Map.of(), 4711L));
        assertThat(from("\"0:5,2:7\"")).isEqualTo(new Bound.Offsets(Map.of(0, 5L, 2, 7L), null));
        assertThat(from("{\"offset\":3}")).isEqualTo(new Bound.Offsets(Map.of(), 3L));
        assertThat(from("\"2026-05-04T11:00:00Z\"")).isEqualTo(new Bound.Time(NOW.minus(Duration.ofHours(1))));
        assertThat(from("{\"datetime\":\"2026-05-04\"}"))
                .isEqualTo(new Bound.Time(Instant.parse("2026-05-04T00:00:00Z")));
        assertThat(from("\"PT1H\"")).isEqualTo(new Bound.Time(NOW.minus(Duration.ofHours(1))));
        assertThat(from("{\"duration\":\"30m\"}")).isEqualTo(new Bound.Time(NOW.minus(Duration.ofMinutes(30))));
        assertThat(from("{\"shiftBy\":-100}")).isEqualTo(new Bound.BeforeCommitted(100));
        ReplayRequest words = words("{\"topic\":\"t\",\"from\":0,\"to\":{\"offset\":9},\"partitions\":[1],\"rate\":5}");
        assertThat(words.selection().to()).isEqualTo(new Bound.Offsets(Map.of(), 9L));
        assertThat(words.selection().partitions()).isEqualTo(Set.of(1));
        assertThat(words.rate()).isEqualTo(5);
        assertThat(words.execute()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"topic\":\"t\"}",
                "{\"from\":0}",
                "{\"topic\":\"t\",\"from\":{\"offset\":1,\"datetime\":\"x\"}}",
                "{\"topic\":\"t\",\"from\":\"yesterday\"}",
                "{\"topic\":\"t\",\"from\":{\"shiftBy\":3}}",
                "{\"topic\":\"t\",\"from\":0,\"to\":true}",
                "{\"topic\":\"t\",\"from\":0,\"rate\":\"fast\"}",
                "{\"topic\":\"t\",\"from\":0,\"where\":[\"nonsense\"]}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":[\"a\"]}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":2}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":\"2\"}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":\"\"}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":{\"2\":true}}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":{}}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":true}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":[]}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":[-1]}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":[1.5]}",
                "{\"topic\":\"t\",\"from\":0,\"partitions\":[0,null]}",
                "{\"topic\":\"t\",\"from\":0,\"where\":5}",
                "{\"topic\":\"t\",\"from\":0,\"where\":false}",
                "{\"topic\":\"t\",\"from\":0,\"where\":{\"label\":\"x\"}}",
                "{\"topic\":\"t\",\"from\":0,\"where\":{}}",
                "{\"topic\":\"t\",\"from\":0,\"where\":\"\"}",
                "{\"topic\":\"t\",\"from\":0,\"where\":[null]}",
                "{\"topic\":\"t\",\"from\":{\"shiftBy\":-10.7}}",
                "{\"topic\":\"t\",\"from\":{\"offset\":[3]}}",
                "{\"topic\":\"t\",\"from\":0,\"to\":{}}",
                "{\"topic\":\"t\",\"from\":0,\"to\":{\"offset\":null}}",
                "{\"topic\":\"t\",\"from\":0,\"rate\":[]}",
                "{\"topic\":\"t\",\"from\":0,\"reason\":5}",
                "{\"topic\":\"t\",\"from\":0,\"suppressAlerts\":1}",
                "{\"topic\":\"t\",\"from\":0,\"execute\":\"yes\"}"
            })
    void shouldExplainInvalidRequests(String body) {
        assertThatThrownBy(() -> words(body))
                .isInstanceOf(RuntimeException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void shouldTreatNullAsAbsent() throws Exception {
        ReplayRequest words = words("{\"topic\":\"t\",\"from\":0,\"to\":null,\"partitions\":null,\"where\":null,"
                + "\"rate\":null,\"suppressAlerts\":null,\"reason\":null,\"execute\":null}");

        assertThat(words).usingRecursiveComparison().isEqualTo(words("{\"topic\":\"t\",\"from\":0}"));
        assertThat(words.selection().partitions()).isEmpty();
    }

    @Test
    void shouldReturnTheEquivalentCommandLine() throws Exception {
        assertThat(words("{\"topic\":\"t\",\"from\":{\"shiftBy\":-100},\"to\":\"latest\"}")
                        .command())
                .hasToString("hapax replay -c FILE --topic t --shift-by=-100");
        assertThat(words("{\"topic\":\"t\",\"from\":\"earliest\",\"to\":{\"datetime\":\"2026-05-04\"},"
                                + "\"partitions\":[2,0],\"where\":[\"label=a b\",\"important=true\"],\"rate\":5,"
                                + "\"suppressAlerts\":true,\"reason\":\"it's\",\"execute\":true}")
                        .command()
                        .by("ann"))
                .hasToString("hapax replay -c FILE --topic t --to-earliest --to-datetime 2026-05-04 --partitions 0,2"
                        + " --where 'label=a b' --where important=true --rate 5 --suppress-alerts"
                        + " --reason 'it'\\''s' --execute --as ann");
    }

    private static Bound from(String json) throws Exception {
        return words("{\"topic\":\"t\",\"from\":" + json + "}").selection().from();
    }

    private static ReplayRequest words(String body) throws Exception {
        return ReplayRequest.of(new ObjectMapper().readTree(body), NOW);
    }
}
