package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import java.time.Duration;
import java.util.Set;

/** The only broker killed -9 and started again on what is on its disk. */
public final class BrokerKilled implements Trouble {

    private static final String KILLED = "broker killed";

    @Override
    public Set<String> faults() {
        return Set.of(KILLED);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(6));
        stage.brokers().kill(1);
        stage.journal().fault(KILLED, "");
        stage.letWork(Duration.ZERO, Duration.ofSeconds(8));
        stage.brokers().restart(1);
        stage.journal().note("broker is back");
        stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(6));
    }
}
