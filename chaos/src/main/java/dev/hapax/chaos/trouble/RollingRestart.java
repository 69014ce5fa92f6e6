package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import java.time.Duration;
import java.util.Set;

/** Each instance in turn stopped in good order and started again, as for a new version. */
public final class RollingRestart implements Trouble {

    private static final String RESTARTED = "instance restarted in good order";

    @Override
    public Set<String> faults() {
        return Set.of(RESTARTED);
    }

    @Override
    public int instances() {
        return 3;
    }

    @Override
    public void strike(Stage stage) throws Exception {
        for (int number : stage.fleet().running()) {
            stage.fleet().stop(number);
            stage.letWork(Duration.ZERO, Duration.ofSeconds(1));
            stage.fleet().start(number);
            stage.fleet().awaitReady(number);
            stage.journal().fault(RESTARTED, "instance " + number);
        }
    }
}
