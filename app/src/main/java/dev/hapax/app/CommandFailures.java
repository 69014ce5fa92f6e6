package dev.hapax.app;

import dev.hapax.app.Terminal.Colour;
import dev.hapax.cluster.ClusterException;
import dev.hapax.config.Environment;
import dev.hapax.config.InvalidSettingsException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.guard.GuardLayoutException;
import dev.hapax.guard.GuardStorageException;
import dev.hapax.operations.Denials;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.UnknownException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints why a command failed, and chooses its exit code. Standard error gets text; with {@code -o json}, standard output
 * gets one object more.
 */
final class CommandFailures implements IExecutionExceptionHandler, IParameterExceptionHandler {

    /**
     * A failure as scripts see it.
     *
     * @param code public, like the exit code
     */
    private record Failure(
            String code, String message, @Nullable String remedy, int exitCode) {

        Map<String, @Nullable Object> fields() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("code", code);
            fields.put("message", message);
            fields.put("remedy", remedy);
            fields.put("exitCode", exitCode);
            return Map.of("error", fields);
        }
    }

    @Override
    public int handleParseException(ParameterException thrown, String[] arguments) {
        CommandLine command = thrown.getCommandLine();
        String help = "Run '" + command.getCommandSpec().qualifiedName() + " --help' for its options.";
        String message = String.valueOf(thrown.getMessage());
        if (thrown instanceof MissingParameterException missing
                && missing.getMissing().stream().anyMatch(ConfigOption::isConfig)) {
            help = "Add -c FILE or set " + ConfigOption.VARIABLE + ". " + help;
        }
        print(new Failure("usage", message, help, ExitCodes.WRONG_INPUT), command, List.of(arguments));
        PrintWriter err = command.getErr();
        if (message.equals("Missing required subcommand")) {
            command.usage(err);
        } else {
            UnmatchedArgumentException.printSuggestions(thrown, err);
            err.println(help);
        }
        err.flush();
        return ExitCodes.WRONG_INPUT;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        Failure failure = failure(thrown);
        print(failure, command, parsed.originalArgs());
        PrintWriter err = command.getErr();
        if (failure.code().equals("unexpected")) {
            err.println(failure.remedy());
            thrown.printStackTrace(err);
        } else if (failure.exitCode() == ExitCodes.FAILED) {
            LoggerFactory.getLogger(CommandFailures.class).debug("The command failed", thrown);
        }
        err.flush();
        return failure.exitCode();
    }

    private static Failure failure(Exception thrown) {
        String message = String.valueOf(thrown.getMessage());
        if (thrown instanceof InvalidSettingsException) {
            return new Failure("configuration", message, null, ExitCodes.WRONG_INPUT);
        }
        if (thrown instanceof IllegalArgumentException) {
            return new Failure("usage", message, null, ExitCodes.WRONG_INPUT);
        }
        if (thrown instanceof UnknownException) {
            return new Failure("not-found", message, null, ExitCodes.FAILED);
        }
        if (thrown instanceof ClusterException) {
            return new Failure("cluster", message, null, ExitCodes.FAILED);
        }
        if (thrown instanceof FailedException
                || thrown instanceof GuardLayoutException
                || thrown instanceof GuardStorageException
                || thrown instanceof OperationException
                || thrown instanceof UnavailableException) {
            return new Failure("failed", message, null, ExitCodes.FAILED);
        }
        return Denials.causeOf(thrown)
                .map(denied -> new Failure("not-authorized", Rights.missing(denied), null, ExitCodes.FAILED))
                .orElseGet(() -> new Failure(
                        "unexpected",
                        "unexpected: " + thrown,
                        "This is a defect. Please report it with the lines below.",
                        ExitCodes.FAILED));
    }

    private static void print(Failure failure, CommandLine command, List<String> arguments) {
        String name = Terminal.ofErrors(Environment.ofProcess()).paint(Colour.BAD, "hapax:");
        PrintWriter err = command.getErr();
        failure.message().lines().forEach(line -> err.println(name + " " + line));
        err.flush();
        if (OutputOption.asksForJson(arguments)) {
            command.getOut().println(OutputOption.json(failure.fields()));
            command.getOut().flush();
        }
    }
}
