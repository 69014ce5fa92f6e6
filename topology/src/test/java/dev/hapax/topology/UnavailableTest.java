package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.UnavailableException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A classifier that cannot answer now says nothing about the message. */
class UnavailableTest {

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, identity: { field: /id }, classifier: moody }
                  - { topic: payments, keyed-by-identity: true, identity: { field: /id }, classifier: moody }
                instance: { transaction-timeout: 2s }
                """);
    }

    @AfterEach
    void stop() {
        MoodyClassifiers.OUTAGE.set(0);
        hapax.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks", "payments"})
    void shouldDecideTheMessageWhenTheClassifierAnswersAgain(String topic) {
        MoodyClassifiers.OUTAGE.set(3);

        send(topic);

        assertThat(last(hapax.decisions()).label()).isEqualTo("late but fine");
        assertThat(hapax.quarantine()).isEmpty();
        assertThat(MoodyClassifiers.OUTAGE).hasValue(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks", "payments"})
    void shouldFailTheTaskInsteadOfQuarantiningTheMessage(String topic) {
        MoodyClassifiers.OUTAGE.set(1_000);

        assertThatThrownBy(() -> send(topic)).hasStackTraceContaining(UnavailableException.class.getName());

        assertThat(hapax.quarantine()).isEmpty();
        assertThat(hapax.decisions()).isEmpty();
    }

    @Test
    void shouldNotRememberAMessageThatWasNotDecided() {
        MoodyClassifiers.OUTAGE.set(1_000);
        assertThatThrownBy(() -> send("payments")).hasStackTraceContaining("the model does not answer");
        MoodyClassifiers.OUTAGE.set(0);

        send("payments");

        assertThat(last(hapax.decisions()).label()).isEqualTo("late but fine");
        assertThat(hapax.duplicates()).isEmpty();
    }

    private void send(String topic) {
        hapax.sends(topic, "m-1", "{\"id\":\"m-1\",\"mood\":\"unavailable\"}");
    }
}
