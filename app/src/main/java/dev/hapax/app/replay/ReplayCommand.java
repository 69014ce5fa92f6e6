package dev.hapax.app.replay;

import dev.hapax.app.ActorOption;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.classify.Classifier;
import dev.hapax.classify.Classifiers;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.config.Settings;
import dev.hapax.intake.Formats;
import dev.hapax.operations.replay.Comparison;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.OpenReplay;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.Replays;
import dev.hapax.operations.replay.Where;
import dev.hapax.source.Sources;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hapax replay}: processes messages of a topic again, each once. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Process the messages of a source topic again. Each is processed once per replay.",
            "Without --execute the command is a dry run. Messages and progress are written in one transaction, so a replay that"
                    + " is stopped or killed continues where it was."
        },
        subcommands = {
            ExistingReplays.ListCommand.class,
            ExistingReplays.StatusCommand.class,
            ExistingReplays.ResumeCommand.class,
            ExistingReplays.CancelCommand.class
        })
public final class ReplayCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    /** A group, so that what it requires is not required of the commands below. */
    @ArgGroup(exclusive = false)
    private @Nullable StartOptions start;

    /** Not required, since the commands below have their own. */
    @Option(
            names = {"-c", ConfigOption.NAME},
            paramLabel = "FILE",
            description = ConfigOption.DESCRIPTION)
    private @Nullable Path config;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Override
    public Integer call() {
        boolean configured = spec.commandLine().getParseResult().hasMatchedOption(ConfigOption.NAME);
        if (start == null && !configured) {
            spec.commandLine().usage(output.err());
            return CommandLine.ExitCode.USAGE;
        }
        if (start == null || config == null) {
            OptionSpec missing = spec.findOption(start == null ? "--topic" : ConfigOption.NAME);
            throw new MissingParameterException(
                    spec.commandLine(),
                    missing,
                    "Missing required option: '" + missing.longestName() + "=" + missing.paramLabel() + "'");
        }
        start.check();
        Clock clock = Clock.systemUTC();
        ReplayRange selection = start.range(clock.instant());
        int rate = StartOptions.rate(start.rate);
        Where where = where(start);
        Settings settings = ConfigOption.load(config, spec).settings();
        Classifier other = start.rules == null ? null : rules(start.rules);
        try (Replays replays = open(settings)) {
            ReplayRange.Stretch stretch = replays.resolve(start.topic, selection);
            stretch.notes().forEach(note -> output.err().println("hapax: " + note));
            if (stretch.isEmpty()) {
                output.err().println("hapax: " + start.topic + " has no records in that range");
            }
            if (other != null) {
                return compare(replays, stretch, where, other);
            }
            if (!start.execute || stretch.isEmpty()) {
                return forecast(replays, stretch, where, start.suppressAlerts);
            }
            Replays.Request request =
                    new Replays.Request(stretch, where, rate, start.suppressAlerts, actor.actor(), start.reason);
            try (OpenReplay replay = replays.begin(request)) {
                return new Running(output).run(replay, rate);
            }
        }
    }

    /** The replays of an application, once a broker has answered. */
    static Replays open(Settings settings) {
        Cluster.connect(settings).close();
        Sources sources = ConfigOption.openSources(settings);
        return new Replays(settings, Formats.load(), () -> sources, Clock.tickMillis(ZoneOffset.UTC));
    }

    private static Where where(StartOptions start) {
        try {
            return Where.of(start.where);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--where: " + e.getMessage(), e);
        }
    }

    private static Classifier rules(Path file) {
        return Classifiers.installed().create(new ClassifierSettings("shadow", "rules", file, Map.of(), false));
    }

    private int forecast(Replays replays, ReplayRange.Stretch stretch, Where where, boolean suppressAlerts) {
        Forecast forecast;
        try (ProgressLine line = new ProgressLine(output.err(), Clock.systemUTC())) {
            forecast = replays.forecast(stretch, where, line);
        }
        List<String> text = new ArrayList<>(ForecastText.lines(forecast, suppressAlerts, output.terminal()));
        text.add("");
        text.add("Dry run: nothing was written. Add --execute to replay.");
        output.print(ReplayFields.of(forecast), text);
        return ExitCodes.DONE;
    }

    private int compare(Replays replays, ReplayRange.Stretch stretch, Where where, Classifier other) {
        Comparison comparison;
        try (ProgressLine line = new ProgressLine(output.err(), Clock.systemUTC())) {
            comparison = replays.compare(
                    stretch,
                    where,
                    other,
                    difference -> {
                        if (output.json()) {
                            output.out().println(OutputOption.json(ComparisonText.fields(difference)));
                        }
                    },
                    line);
        }
        output.print(ComparisonText.summary(comparison), ComparisonText.lines(comparison));
        return ExitCodes.DONE;
    }
}
