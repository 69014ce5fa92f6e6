package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/** The state folder gone: while an instance was stopped, after it was killed, and while it runs. */
public final class StateDeleted implements Trouble {

    private static final String STOPPED = "state deleted of a stopped instance";
    private static final String KILLED = "state deleted of a killed instance";
    private static final String RUNNING = "state deleted of a running instance";

    private int round;

    @Override
    public Set<String> faults() {
        return Set.of(STOPPED, KILLED, RUNNING);
    }

    @Override
    public boolean mayEndInstances() {
        return true;
    }

    @Override
    public void strike(Stage stage) throws Exception {
        int victim = stage.anyInstance();
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
        Path state = stage.fleet().state(victim);
        switch (round++ % 3) {
            case 0 -> {
                stage.fleet().stop(victim);
                stage.journal().fault(STOPPED, "instance " + victim + ", " + Folders.deleteUnder(state) + " files");
                stage.fleet().start(victim);
            }
            case 1 -> {
                stage.journal().fault(RUNNING, "instance " + victim + ", " + Folders.deleteUnder(state) + " files");
                stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(4));
                if (stage.random().nextBoolean()) {
                    stage.fleet().kill(victim);
                    stage.fleet().start(victim);
                }
            }
            default -> {
                stage.fleet().kill(victim);
                stage.journal().fault(KILLED, "instance " + victim + ", " + Folders.deleteUnder(state) + " files");
                stage.fleet().start(victim);
            }
        }
        stage.fleet().awaitReady(victim);
    }
}
