package dev.hapax.chaos;

import dev.hapax.chaos.Model.Expected;
import dev.hapax.chaos.stage.Journal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a scenario. */
record ScenarioResult(
        Scenario scenario,
        Duration took,
        Tally tally,
        Map<String, Integer> faults,
        List<Journal.Entry> journal,
        List<Check> checks) {

    boolean passed() {
        return checks.stream().allMatch(Check::held);
    }

    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    ScenarioResult with(Tally counted) {
        return new ScenarioResult(scenario, took, counted, faults, journal, checks);
    }

    /**
     * The numbers of a run.
     *
     * @param messages in the input topic at the end
     * @param unanswered sends without an acknowledgement
     * @param outcomes the expected outcomes
     * @param compared decisions that were read during the faults and compared at the end
     * @param gaveUp how often an instance stopped by itself
     */
    record Tally(int messages, int unanswered, Map<Expected, Integer> outcomes, int compared, int gaveUp) {

        static final Tally NONE = new Tally(0, 0, Map.of(), 0, 0);
    }

    /**
     * One guarantee, and whether it held.
     *
     * @param failure how it was broken; null when it held
     */
    record Check(String name, @Nullable String failure) {

        /** Something that throws when it does not hold. */
        @FunctionalInterface
        interface Trial {
            void verify() throws Exception;
        }

        static Check of(String name, Trial trial) {
            try {
                trial.verify();
                return new Check(name, null);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Check(name, "interrupted");
            } catch (Exception | AssertionError e) {
                return new Check(name, e.getMessage() == null ? e.toString() : e.getMessage());
            }
        }

        boolean held() {
            return failure == null;
        }
    }
}
