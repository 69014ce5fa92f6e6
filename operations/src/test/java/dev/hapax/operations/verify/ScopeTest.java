package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Range;
import dev.hapax.operations.verify.Scope.Standing;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ScopeTest {

    private static final TopicPartition IN = new TopicPartition("in", 0);

    private final Scope scope = Scope.of(Map.of(IN, new Range(10, 20)), Map.of(IN, new Range(5, 30)));

    @Test
    void shouldKnowWhereAMessageStands() {
        assertThat(scope.of(new Coordinates("in", 0, 4), 0)).isEqualTo(Standing.UNKNOWN);
        assertThat(scope.of(new Coordinates("in", 0, 5), 0)).isEqualTo(Standing.OUTSIDE);
        assertThat(scope.of(new Coordinates("in", 0, 10), 0)).isEqualTo(Standing.VERIFIED);
        assertThat(scope.of(new Coordinates("in", 0, 20), 0)).isEqualTo(Standing.OUTSIDE);
        assertThat(scope.of(new Coordinates("in", 0, 30), 0)).isEqualTo(Standing.NOWHERE);
        assertThat(scope.of(new Coordinates("in", 1, 0), 0)).isEqualTo(Standing.NOWHERE);
        assertThat(scope.of(new Coordinates("elsewhere", 0, 0), 0)).isEqualTo(Standing.UNKNOWN);
    }

    @Test
    void shouldJudgeReplaysByTheirRecordAndNotByTheOriginalsPlace() {
        assertThat(scope.of(new Coordinates("in", 0, 4), 64)).isEqualTo(Standing.VERIFIED);
    }

    @Test
    void shouldVerifyNothingWhereNothingWasRead() {
        Map<TopicPartition, Range> verified = Scope.between(Map.of(IN, 5L), Map.of(), Map.of());

        assertThat(verified).isEqualTo(Map.of(IN, new Range(5, 5)));
    }

    @Test
    void shouldBeginWhereRetentionHasLeftSomething() {
        assertThat(Scope.between(Map.of(IN, 5L), Map.of(IN, 2L), Map.of(IN, 9L)))
                .isEqualTo(Map.of(IN, new Range(5, 9)));
        assertThat(Scope.between(Map.of(IN, 5L), Map.of(IN, 8L), Map.of(IN, 3L)))
                .isEqualTo(Map.of(IN, new Range(8, 8)));
    }
}
