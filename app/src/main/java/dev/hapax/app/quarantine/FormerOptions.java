package dev.hapax.app.quarantine;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that were renamed: a script that still uses one fails, and the error names the new option. */
final class FormerOptions {

    private FormerOptions() {}

    /** {@code --message}, of the commands that change cases. */
    static final class Message {
        @Spec(Target.MIXEE)
        @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
        private CommandSpec spec;

        @Option(
                names = {"-m", "--message"},
                paramLabel = "TEXT",
                hidden = true)
        void message(@Nullable String text) {
            refuse(
                    spec,
                    text,
                    "--message: this option is now --reason TEXT. To select cases by code, use --code CODE.");
        }
    }

    /** {@code --reason CODE}, of the commands that only read. */
    static final class ReasonFilter {
        @Spec(Target.MIXEE)
        @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
        private CommandSpec spec;

        @Option(names = "--reason", paramLabel = "CODE", hidden = true)
        void reason(@Nullable String code) {
            refuse(spec, code, "--reason: this filter is now --code. Use --code " + code + ".");
        }
    }

    /** @param value null where picocli only sets the initial value */
    private static void refuse(CommandSpec spec, @Nullable String value, String message) {
        if (value != null) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
