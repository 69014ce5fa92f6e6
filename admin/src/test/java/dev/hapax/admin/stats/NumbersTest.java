package dev.hapax.admin.stats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Aged;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.domain.Reason;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.GuardStats;
import dev.hapax.meters.Meters;
import dev.hapax.meters.OutcomeLabel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;

class NumbersTest {

    private final Meters meters = Meters.unread();
    private final SetClock clock = new SetClock();
    private final InstanceNumbers numbers = new InstanceNumbers(meters, new GuardQueries(), () -> "RUNNING", clock);

    @Test
    void shouldCountMessagesByOutcome() {
        meters.count("mail", OutcomeLabel.ADMITTED, false);
        meters.count("mail", OutcomeLabel.DUPLICATE, false);
        meters.count("web", OutcomeLabel.ADMITTED, false);
        meters.count("web", OutcomeLabel.QUARANTINED, false);
        meters.quarantined(Reason.UNREADABLE);
        meters.decided("spam", false);
        meters.alerted();

        JsonNode now = numbers.now(true);

        assertThat(now.path("totals").toString())
                .isEqualTo(
                        "{\"read\":4,\"admitted\":2,\"duplicates\":1,\"redeliveries\":0,\"quarantined\":1,\"alerts\":1}");
        assertThat(now.path("sources").toString())
                .contains("{\"source\":\"mail\",\"read\":2,\"duplicates\":1,\"duplicateRate\":0.5}");
        assertThat(now.path("quarantinedByReason").toString()).isEqualTo("{\"UNREADABLE\":1}");
        assertThat(now.path("decisionsByLabel").toString()).isEqualTo("{\"spam\":1}");
    }

    @Test
    void shouldReportNullWhenTheLagIsUnknown() throws Exception {
        Instant at = Instant.parse("2026-05-04T12:00:00Z");

        JsonNode unknown = AdminJson.read(StatsPart.brief(numbers.now(false), at, Optional.empty()));
        JsonNode known = AdminJson.read(
                StatsPart.brief(numbers.now(false), at, Optional.of(new Aged<>(0L, Duration.ofMillis(2_500)))));

        assertThat(unknown.has("lag")).isTrue();
        assertThat(unknown.path("lag").isNull()).isTrue();
        assertThat(unknown.path("lagAgeSeconds").isNull()).isTrue();
        assertThat(known.path("lag").isIntegralNumber()).isTrue();
        assertThat(known.path("lagAgeSeconds").asInt(-1)).isEqualTo(2);
        assertThat(known.path("at").asText()).isEqualTo("2026-05-04T12:00:00Z");
    }

    @Test
    void shouldReturnRatesAndSeries() {
        for (int second = 0; second < 10; second++) {
            meters.count("mail", OutcomeLabel.ADMITTED, false);
            meters.count("mail", OutcomeLabel.DUPLICATE, false);
            clock.pass(1_000);
            numbers.sample();
        }

        JsonNode now = numbers.now(true);

        assertThat(now.path("rates").path("1m").path("read").asDouble()).isEqualTo(2);
        assertThat(now.path("duplicateRate").path("24h").asDouble()).isEqualTo(0.5);
        assertThat(now.path("perSecond").path("duplicates").asDouble()).isEqualTo(1);
        assertThat(now.path("series").path("read").toString()).isEqualTo("[2,2,2,2,2,2,2,2,2,2]");
        assertThat(numbers.now(false).has("series")).isFalse();
    }

    @Test
    void shouldAddUpTheNumbersOfAllInstances() {
        meters.count("mail", OutcomeLabel.ADMITTED, false);
        clock.pass(1_000);
        numbers.sample();
        ObjectNode one = numbers.now(true);
        meters.count("mail", OutcomeLabel.DUPLICATE, false);
        clock.pass(1_000);
        numbers.sample();
        ObjectNode another = numbers.now(true);

        ObjectNode sum = Sum.of(List.of(one, another), List.of("gone:1"));

        assertThat(sum.path("instances").asInt()).isEqualTo(2);
        assertThat(sum.path("missing").toString()).isEqualTo("[\"gone:1\"]");
        assertThat(sum.path("totals").path("read").asLong()).isEqualTo(3);
        assertThat(sum.path("rates").path("1m").path("read").asDouble()).isEqualTo(2);
        assertThat(sum.path("duplicateRate").path("1m").asDouble()).isEqualTo(0.25);
        assertThat(sum.path("sources").toString())
                .isEqualTo("[{\"source\":\"mail\",\"read\":3,\"duplicates\":1,\"duplicateRate\":0.3333}]");
        assertThat(sum.path("series").path("read").toString()).isEqualTo("[1,2]");
    }

    @Test
    void shouldCompareTimesWithAndWithoutFractions() throws Exception {
        JsonNode whole =
                AdminJson.read("{\"since\":\"2026-05-04T12:00:00Z\",\"guard\":{\"oldest\":\"2026-05-04T12:00:00Z\"},"
                        + "\"series\":{\"end\":\"2026-05-04T13:00:00Z\"}}");
        JsonNode later = AdminJson.read(
                "{\"since\":\"2026-05-04T12:00:00.5Z\",\"guard\":{\"oldest\":\"2026-05-04T12:00:00.5Z\"},"
                        + "\"series\":{\"end\":\"2026-05-04T13:00:00.5Z\"}}");

        ObjectNode sum = Sum.of(List.of(later, whole), List.of());

        assertThat(sum.path("since").asText()).isEqualTo("2026-05-04T12:00:00Z");
        assertThat(sum.at("/guard/oldest").asText()).isEqualTo("2026-05-04T12:00:00Z");
        assertThat(Instant.parse(sum.at("/series/end").asText())).isEqualTo("2026-05-04T13:00:00.5Z");
    }

    @Test
    void shouldReportInstancesThatDidNotAnswer() {
        HostInfo self = new HostInfo("a", 1);
        HostInfo other = new HostInfo("b", 2);
        Peers peers = new Peers() {
            @Override
            public HostInfo self() {
                return self;
            }

            @Override
            public List<HostInfo> others() {
                return List.of(other);
            }

            @Override
            public JsonNode get(HostInfo peer, String path) {
                throw new ProblemException(502, "Instance unreachable", "gone");
            }
        };

        GroupNumbers.Answer answer = new GroupNumbers(numbers, peers, Runnable::run).now(false);

        assertThat(answer.numbers().path("instances").asInt()).isEqualTo(1);
        assertThat(answer.numbers().path("missing").toString()).isEqualTo("[\"b:2\"]");
        assertThat(answer.instances())
                .containsExactly(
                        new GroupNumbers.Known("a:1", true, "RUNNING"),
                        new GroupNumbers.Known("b:2", false, "unreachable"));
    }

    @Test
    void shouldReturnTheAgesOfGuardEntries() {
        Instant now = Instant.parse("2026-11-16T10:00:00Z");
        GuardStats facts = new GuardStats(
                "1_0",
                30,
                3_000,
                now.minusSeconds(7_000).toEpochMilli(),
                0,
                0,
                List.of(
                        span(now.minusSeconds(7_000), 5),
                        span(now.minusSeconds(3_000), 10),
                        span(now.minusSeconds(2_000), 15)));

        assertThat(GuardNumbers.of(List.of(facts), now).toString())
                .isEqualTo("{\"entries\":30,\"bytes\":3000,\"oldest\":\"2026-11-16T08:03:20Z\",\"ages\":["
                        + "{\"upTo\":\"PT1M\",\"entries\":0},{\"upTo\":\"PT10M\",\"entries\":0},"
                        + "{\"upTo\":\"PT1H\",\"entries\":25},{\"upTo\":\"PT6H\",\"entries\":5}]}");
        assertThat(GuardNumbers.of(List.of(), now).toString())
                .isEqualTo("{\"entries\":0,\"bytes\":0,\"oldest\":null,\"ages\":[]}");
    }

    private static GuardStats.Span span(Instant from, long entries) {
        return new GuardStats.Span(from.toEpochMilli(), from.plusSeconds(1_000).toEpochMilli(), entries);
    }

    /** A clock that the test moves. */
    private static final class SetClock extends Clock {

        private Instant now = Instant.parse("2026-11-16T10:00:00Z");

        void pass(long millis) {
            now = now.plusMillis(millis);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
