package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.meters.Meters;
import dev.hapax.operations.OperationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayRunnerTest {

    private final ReplayRunner runner = new ReplayRunner(Meters.unread());

    @AfterEach
    void stop() {
        runner.close();
    }

    @Test
    void shouldAcceptTheNextReplayAfterAnyFailure() {
        assertThatThrownBy(() -> runner.start(
                        () -> {
                            throw new NoClassDefFoundError("broken");
                        },
                        status -> 0))
                .isInstanceOf(NoClassDefFoundError.class);

        assertThat(runner.running()).isNull();
        assertThatThrownBy(() -> runner.start(
                        () -> {
                            throw new OperationException("there is no such replay");
                        },
                        status -> 0))
                .isInstanceOf(OperationException.class);
    }
}
