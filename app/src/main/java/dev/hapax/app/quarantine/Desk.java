package dev.hapax.app.quarantine;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Clients;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseDesk;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseResult;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the commands that change cases share: options, connection, and how results are told. */
final class Desk {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    /** Does it to each of these, and goes on where one refuses. */
    int act(List<Coordinates> ids, CaseAction action) {
        return with((desk, progress, told) -> {
            for (Coordinates id : ids) {
                told.tell(desk.act(id, action, progress));
            }
        });
    }

    int actOnAll(CaseFilter filter, CaseAction action) {
        return with((desk, progress, told) -> desk.actOnAll(filter, action, progress, told::tell));
    }

    /** For those who only look: made sure that someone answers. */
    Clients connected() {
        return connected(config);
    }

    static Clients connected(ConfigOption config) {
        Settings settings = config.load().settings();
        Cluster.connect(settings, PATIENCE).close();
        return new Clients(settings);
    }

    String configFile() {
        return config.file().toString();
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    boolean json() {
        return output.json();
    }

    /** Work at the desk. */
    @FunctionalInterface
    interface Work {
        void at(CaseDesk desk, ProgressLine progress, Told told);
    }

    int with(Work work) {
        Clients clients = connected();
        Clock clock = Clock.systemUTC();
        try (ProgressLine progress = new ProgressLine(err(), clock);
                CaseDesk desk = new CaseDesk(clients, ConfigOption.sources(clients.settings()), actor.actor(), clock)) {
            Told told = new Told(out(), output.json());
            work.at(desk, progress, told);
            return told.exitCode();
        }
    }

    /** Prints each result, and remembers whether one was refused. */
    static final class Told {
        private final PrintWriter out;
        private final boolean json;
        private boolean refused;

        Told(PrintWriter out, boolean json) {
            this.out = out;
            this.json = json;
        }

        void tell(CaseResult result) {
            refused |= result.kind() == CaseResult.Kind.REFUSED;
            out.println(json ? OutputOption.json(CaseFields.of(result)) : result.id() + " " + result.said());
            out.flush();
        }

        int exitCode() {
            return refused ? ExitCodes.FAILED : ExitCodes.DONE;
        }
    }
}
