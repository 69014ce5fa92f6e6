package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitingTest {

    @Test
    void shouldShowHowLongItWaitsAndReturnTheResult() {
        StringWriter err = new StringWriter();

        String result = Waiting.during("waiting for an instance", new PrintWriter(err), Clock.systemUTC(), () -> {
            await().atMost(Duration.ofMinutes(1)).until(() -> err.toString().contains(" s"));
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(err.toString()).containsPattern("^waiting for an instance: [0-9]+ s");
    }
}
