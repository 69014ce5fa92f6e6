package dev.hapax.app.verify;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.CtrlC;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.app.WorkFolder;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.Moment;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.Verifier;
import dev.hapax.operations.verify.Verifier.Period;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax verify}: checks that every message has one outcome, and the right one. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Check that every message has exactly one outcome, and the one that the rules give. Reads the inputs up to the"
                    + " committed offsets and all outputs, and changes nothing. Instances may keep running.",
            "Exit code 0: everything was checked, and nothing is lost, duplicated, invented, conflicting or changed. 1: a"
                    + " problem was found. 4: no problem was found, but Kafka has already deleted some of the records."
        })
public final class VerifyCommand implements Callable<Integer> {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "Check messages from this time on, such as 2026-05-04T12:00:00Z or 2h for two hours ago (default: the"
                            + " oldest record).")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "Check messages before this time (default: the committed offsets).")
    private @Nullable String to;

    @Override
    public Integer call() {
        Clock clock = Clock.systemUTC();
        Period period = new Period(time("--from", from, clock), time("--to", to, clock));
        Settings settings = config.load().settings();
        Verifier verifier = new Verifier(settings, ConfigOption.openSources(settings));
        Cluster.connect(settings).close();
        try (CtrlC ctrlC = new CtrlC()) {
            try {
                WorkFolder folder = ctrlC.closing(WorkFolder.open("verify", null));
                ProgressLine progress = ctrlC.closing(new ProgressLine(output.err(), clock));
                Verification found = verifier.verify(period, clock.instant(), folder.path(), progress);
                progress.close();
                output.print(VerificationFields.of(found), new VerificationText(output.terminal()).lines(found));
                return exitCode(found);
            } catch (RuntimeException e) {
                ctrlC.waitIfPressed();
                throw e;
            }
        }
    }

    private static int exitCode(Verification found) {
        if (!found.soundAsFarAsKnown()) {
            return ExitCodes.FAILED;
        }
        return found.ok() ? ExitCodes.DONE : ExitCodes.NOT_KNOWN;
    }

    private static @Nullable Instant time(String option, @Nullable String text, Clock clock) {
        return text == null ? null : Moment.parse(option, text, clock.instant());
    }
}
