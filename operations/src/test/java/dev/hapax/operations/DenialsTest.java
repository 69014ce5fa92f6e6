package dev.hapax.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DenialsTest {

    static Stream<Exception> reports() {
        AuthorizationException denied = new ClusterAuthorizationException("denied");
        return Stream.of(
                denied,
                new ExecutionException(denied),
                new KafkaException("Cannot execute transactional method because we are in an error state", denied),
                new KafkaException("a record was not taken", new ExecutionException(denied)));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void shouldFindADenialHoweverItIsReported(Exception thrown) {
        assertThat(Denials.causeOf(thrown)).containsInstanceOf(ClusterAuthorizationException.class);
    }

    @Test
    void shouldNotTakeAnotherFailureForADenial() {
        assertThat(Denials.causeOf(new ExecutionException(new TimeoutException("slow"))))
                .isEmpty();
    }
}
