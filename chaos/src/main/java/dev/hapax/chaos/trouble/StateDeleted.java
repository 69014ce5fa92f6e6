package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

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

    /** Threads fail where their folder goes from under them, and may do so more often than an instance puts up with. */
    @Override
    public Pattern mayEndWith() {
        return Pattern.compile("ProcessorStateException|No such file or directory|NoSuchFileException");
    }

    @Override
    public void strike(Stage stage) throws Exception {
        int victim = stage.anyInstance();
        Path state = stage.fleet().state(victim);
        if (Folders.count(state) == 0) {
            // Since the last time it has worked on with files that are open and nowhere to be found.
            stage.fleet().kill(victim);
            stage.fleet().start(victim);
            stage.fleet().awaitReady(victim);
        }
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
        switch (round++ % 3) {
            case 0 -> {
                stage.fleet().stop(victim);
                delete(stage, victim, STOPPED);
                stage.fleet().start(victim);
            }
            case 1 -> {
                delete(stage, victim, RUNNING);
                stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(4));
                if (stage.random().nextBoolean()) {
                    stage.fleet().kill(victim);
                    stage.fleet().start(victim);
                }
            }
            default -> {
                stage.fleet().kill(victim);
                delete(stage, victim, KILLED);
                stage.fleet().start(victim);
            }
        }
        stage.fleet().awaitReady(victim);
    }

    private static void delete(Stage stage, int victim, String fault) throws IOException {
        int files = Folders.deleteUnder(stage.fleet().state(victim));
        stage.journal().fault(fault, files, "instance " + victim + ", " + files + " files");
    }
}
