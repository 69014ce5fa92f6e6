package dev.hapax.app.replay;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.classify.Classifier;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.operations.replay.Comparison;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.OpenReplay;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.Replays;
import dev.hapax.operations.replay.Request;
import dev.hapax.operations.replay.Stretch;
import dev.hapax.operations.replay.Where;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hapax replay}: messages of a topic given again, each once more and only once. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Give messages of a source's topic again, under a generation of their own: each acts once more, and only once.",
            "Without --execute it only says what would be done. What it gives again is written in one transaction with how"
                    + " far it has come: stopped or killed, it is resumed where it was."
        },
        subcommands = {ReplayListCommand.class, ReplayStatusCommand.class, ResumeCommand.class, CancelCommand.class})
public final class ReplayCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    /** A group, so that what it requires is not required of the commands below. */
    @ArgGroup(exclusive = false)
    private @Nullable StartOptions start;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Override
    public Integer call() {
        if (start == null) {
            spec.commandLine().usage(spec.commandLine().getErr());
            return CommandLine.ExitCode.USAGE;
        }
        start.check();
        Clock clock = Clock.systemUTC();
        ReplayRange selection = RangeWords.selection(start, clock.instant());
        int rate = RangeWords.rate(start.rate);
        Where where = where(start);
        Settings settings = SettingsFile.read(start.config, Environment.ofProcess());
        Classifier other = start.rules == null ? null : rules(start.rules);
        try (Replays replays = Connected.replays(settings)) {
            Stretch stretch = replays.resolve(start.topic, selection);
            stretch.notes().forEach(note -> err().println("hapax: " + note));
            if (stretch.isEmpty()) {
                err().println("hapax: there is nothing in that range of " + start.topic);
            }
            if (other != null) {
                return compare(replays, stretch, where, other);
            }
            if (!start.execute || stretch.isEmpty()) {
                return forecast(replays, stretch, where, start.suppressAlerts);
            }
            Request request = new Request(stretch, where, rate, start.suppressAlerts, actor.actor(), start.reason);
            try (OpenReplay replay = replays.begin(request)) {
                return new Running(spec, output).run(replay, rate);
            }
        }
    }

    private static Where where(StartOptions start) {
        try {
            return Where.of(start.where);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--where: " + e.getMessage(), e);
        }
    }

    private static Classifier rules(Path file) {
        return Classifiers.installed().create(new ClassifierSettings("shadow", "rules", file, Map.of()));
    }

    private int forecast(Replays replays, Stretch stretch, Where where, boolean suppressAlerts) {
        Forecast forecast;
        try (ProgressLine line = new ProgressLine(err(), Clock.systemUTC())) {
            forecast = replays.forecast(stretch, where, line);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(OutputOption.json(ReplayFields.of(forecast)));
        } else {
            ForecastText.lines(forecast, suppressAlerts).forEach(out::println);
            out.println();
            out.println("nothing was written; add --execute to do it");
        }
        out.flush();
        return ExitCodes.DONE;
    }

    private int compare(Replays replays, Stretch stretch, Where where, Classifier other) {
        PrintWriter out = spec.commandLine().getOut();
        Comparison comparison;
        try (ProgressLine line = new ProgressLine(err(), Clock.systemUTC())) {
            comparison = replays.compare(
                    stretch,
                    where,
                    other,
                    difference -> {
                        if (output.json()) {
                            out.println(OutputOption.json(ComparisonText.fields(difference)));
                        }
                    },
                    line);
        }
        if (output.json()) {
            out.println(OutputOption.json(ComparisonText.summary(comparison)));
        } else {
            ComparisonText.lines(comparison).forEach(out::println);
        }
        out.flush();
        return ExitCodes.DONE;
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
