package dev.hapax.app.quarantine;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.config.DurationText;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseForecast;
import dev.hapax.operations.quarantine.CaseWriter;
import dev.hapax.operations.quarantine.ReplayOutcome;
import dev.hapax.operations.quarantine.ReplayOutcomes;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that change cases share: options, and the output of results. */
final class CaseChangeOptions {

    @Mixin
    private final CaseAccess access = new CaseAccess();

    @Mixin
    private final ActorOption actor = new ActorOption();

    CaseAccess access() {
        return access;
    }

    OutputOption output() {
        return access.output();
    }

    /** Changes each of these cases, and continues when one is refused. */
    int act(List<Coordinates> ids, CaseAction action) {
        return act(ids, action, Duration.ZERO);
    }

    /** @param wait how long to wait for the outcomes of replayed messages */
    int act(List<Coordinates> ids, CaseAction action, Duration wait) {
        return with(wait, (writer, progress, results) -> {
            for (Coordinates id : ids) {
                results.print(writer.act(id, action, progress));
            }
        });
    }

    int actOnAll(CaseFilter filter, CaseAction action, Duration wait) {
        return with(wait, (writer, progress, results) -> writer.actOnAll(filter, action, progress, results::print));
    }

    /** What a replay of all of them would do. */
    CaseForecast forecast(CaseFilter filter) {
        return access.with((clients, files, progress) -> {
            try (CaseWriter writer = writer(clients, files)) {
                return writer.forecast(filter, progress);
            }
        });
    }

    private CaseWriter writer(KafkaClients clients, CaseFiles files) {
        return new CaseWriter(
                clients, files, ConfigOption.openSources(clients.settings()), actor.actor(), Clock.systemUTC());
    }

    /** Work with a writer of cases. */
    @FunctionalInterface
    interface Work {
        void at(CaseWriter writer, ProgressLine progress, Results results);
    }

    private int with(Duration wait, Work work) {
        return access.with((clients, files, progress) -> {
            Results results = new Results(output());
            // Opened before the first replay, so that no outcome is missed.
            try (ReplayOutcomes outcomes = wait.isZero() ? null : new ReplayOutcomes(clients);
                    CaseWriter writer = writer(clients, files)) {
                work.at(writer, progress, results);
                if (outcomes != null && !results.replayed().isEmpty()) {
                    Map<CaseAction.Result.Replayed, ReplayOutcome> found =
                            outcomes.await(results.replayed(), wait, progress);
                    progress.close();
                    results.print(found);
                    writer.record(found);
                }
            }
            results.end();
            return results.exitCode();
        });
    }

    /** Prints each result and its outcome; remembers whether one was refused or failed again. */
    static final class Results {
        private static final int MOST_PRINTED = 20;

        private final OutputOption output;
        private final PrintWriter out;
        private final boolean json;
        private final Map<CaseAction.Result.Replayed, CaseAction.Result> replayed = new LinkedHashMap<>();
        private final Map<CaseAction.Result.Replayed, ReplayOutcome> outcomes = new HashMap<>();
        private boolean failed;

        Results(OutputOption output) {
            this.output = output;
            this.out = output.out();
            this.json = output.json();
        }

        void print(CaseAction.Result result) {
            failed |= result.kind() == CaseAction.Result.Kind.REFUSED;
            CaseAction.Result.Replayed given = result.replayed();
            if (given != null) {
                replayed.put(given, result);
            }
            if (!json) {
                out.println(result.id() + " " + painted(result));
            } else if (given == null) {
                out.println(OutputOption.json(CaseFields.of(result, null)));
            }
            out.flush();
        }

        Set<CaseAction.Result.Replayed> replayed() {
            return replayed.keySet();
        }

        void print(Map<CaseAction.Result.Replayed, ReplayOutcome> found) {
            outcomes.putAll(found);
            found.forEach((given, outcome) -> {
                failed |= outcome.kind() == ReplayOutcome.Kind.QUARANTINED;
                // Of many, only those that need attention.
                if (!json && (found.size() <= MOST_PRINTED || outcome.kind() != ReplayOutcome.Kind.DECIDED)) {
                    out.println(given.id() + " " + painted(outcome));
                }
            });
            long decided = found.values().stream()
                    .filter(outcome -> outcome.kind() == ReplayOutcome.Kind.DECIDED)
                    .count();
            if (!json && found.size() > MOST_PRINTED) {
                out.println(decided + " of " + found.size() + " replayed cases were decided");
            }
            out.flush();
        }

        private String painted(CaseAction.Result result) {
            boolean refused = result.kind() == CaseAction.Result.Kind.REFUSED;
            return output.terminal().paint(refused ? Colour.BAD : Colour.PLAIN, result.said());
        }

        private String painted(ReplayOutcome outcome) {
            Colour colour = switch (outcome.kind()) {
                case DECIDED -> Colour.GOOD;
                case QUARANTINED -> Colour.BAD;
                default -> Colour.ATTENTION;
            };
            return output.terminal().paint(colour, outcome.said());
        }

        /** With JSON a result is one object, so it is printed once its outcome is known. */
        void end() {
            if (json) {
                replayed.forEach(
                        (given, result) -> out.println(OutputOption.json(CaseFields.of(result, outcomes.get(given)))));
                out.flush();
            }
        }

        int exitCode() {
            return failed ? ExitCodes.FAILED : ExitCodes.DONE;
        }
    }

    /** How long a command waits for the outcome of the messages that it replays. */
    static final class WaitOption {

        @Option(
                names = "--wait",
                paramLabel = "DURATION",
                defaultValue = "10s",
                description = "How long to wait for the outcome of each replay (default: ${DEFAULT-VALUE}).")
        private String wait = "10s";

        @Option(names = "--no-wait", description = "Do not wait for the outcomes.")
        private boolean noWait;

        Duration duration() {
            Duration given;
            try {
                given = DurationText.parse(wait);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--wait: '" + wait + "' " + e.getMessage(), e);
            }
            if (given.isNegative() || given.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("--wait: '" + wait + "' must be from 0s to 1h, such as 10s.");
            }
            return noWait ? Duration.ZERO : given;
        }
    }
}
