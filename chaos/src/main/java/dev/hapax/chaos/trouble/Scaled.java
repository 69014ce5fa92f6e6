package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** One instance, then three, then one again. */
public final class Scaled implements Trouble {

    private static final String UP = "instance added";
    private static final String DOWN = "instance taken away";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public Set<String> faults() {
        return Set.of(UP, DOWN);
    }

    @Override
    public int instances() {
        return 1;
    }

    @Override
    public void strike(Stage stage) throws Exception {
        for (int number = 2; number <= 3; number++) {
            stage.fleet().start(number);
            stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
        }
        for (int number = 2; number <= 3; number++) {
            stage.fleet().awaitReady(number);
        }
        Patience.until("all three have work", PATIENCE, () -> {
            Map<String, Integer> tasks = stage.application().members();
            return tasks.size() == 3 && tasks.values().stream().allMatch(count -> count > 0);
        });
        for (int number = 2; number <= 3; number++) {
            stage.journal().fault(UP, "instance " + number);
        }
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(4));
        // Any two of the three, so that the one left over is not always the one that has been there from the beginning.
        int first = 1 + stage.random().nextInt(3);
        int second = 1 + (first + stage.random().nextInt(2)) % 3;
        for (int number : new int[] {first, second}) {
            stage.fleet().stop(number);
            stage.journal().fault(DOWN, "instance " + number);
            stage.letWork(Duration.ZERO, Duration.ofSeconds(2));
        }
        renumber(stage);
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    /** The next round begins with the one numbered 1. */
    private static void renumber(Stage stage) throws Exception {
        int left = stage.fleet().running().get(0);
        if (left != 1) {
            stage.fleet().start(1);
            stage.fleet().awaitReady(1);
            stage.fleet().stop(left);
        }
    }
}
