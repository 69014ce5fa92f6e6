package dev.hapax.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FencingTest {

    static Stream<KafkaException> signs() {
        return Stream.of(
                new ProducerFencedException("fenced"),
                new InvalidProducerEpochException("old epoch"),
                new InvalidTxnStateException("no transaction"),
                new KafkaException("wrapped", new InvalidTxnStateException("no transaction")));
    }

    @ParameterizedTest
    @MethodSource("signs")
    void shouldRecogniseATakeoverHoweverItIsReported(KafkaException thrown) {
        assertThat(Fencing.isCauseOf(thrown)).isTrue();
    }

    @Test
    void shouldNotTakeAnotherFailureForATakeover() {
        assertThat(Fencing.isCauseOf(new KafkaException("wrapped", new TimeoutException("slow"))))
                .isFalse();
    }
}
