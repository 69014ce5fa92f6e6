package dev.hapax.chaos.stage;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that all commands of {@code hapax-chaos} share, and what follows from them. */
public final class RunOptions {

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and end.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Form output = Form.text;

    /** How results are printed. */
    enum Form {
        text,
        json
    }

    public boolean json() {
        return output == Form.json;
    }

    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Why these options can't be used. */
    public ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** A journal that prints each entry as it is made. */
    public Journal journal() {
        PrintWriter err = err();
        return new Journal(entry -> {
            err.println(entry.line());
            err.flush();
        });
    }

    /** A folder below {@code .work} of the clone. */
    public static Path workFolder(String... names) {
        return Path.of(System.getProperty("hapax.root", "."), ".work").resolve(Path.of("", names));
    }

    /** The options of a run in which chance plays a part. */
    public static final class Chance {

        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "What chance begins with (default: a new one each time).")
        private @Nullable Long seed;

        public long seed() {
            return seed == null ? new Random().nextInt(1_000_000) : seed;
        }
    }
}
