package dev.hapax.app;

import dev.hapax.cluster.ClusterException;
import dev.hapax.config.InvalidSettingsException;
import dev.hapax.guard.GuardLayoutException;
import dev.hapax.guard.GuardStorageException;
import dev.hapax.operations.OperationException;
import java.io.PrintWriter;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says what went wrong in a person's words, and how the command ends because of it. */
final class CommandFailures implements IExecutionExceptionHandler {

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (thrown instanceof InvalidSettingsException || thrown instanceof IllegalArgumentException) {
            String.valueOf(thrown.getMessage()).lines().forEach(line -> err.println("hapax: " + line));
            return ExitCodes.WRONG_INPUT;
        }
        if (thrown instanceof AuthorizationException refused) {
            err.println("hapax: " + Rights.missing(refused));
            return ExitCodes.FAILED;
        }
        if (thrown instanceof ClusterException
                || thrown instanceof FailedException
                || thrown instanceof GuardLayoutException
                || thrown instanceof GuardStorageException
                || thrown instanceof OperationException) {
            String.valueOf(thrown.getMessage()).lines().forEach(line -> err.println("hapax: " + line));
            LoggerFactory.getLogger(CommandFailures.class).debug("because of", thrown);
            return ExitCodes.FAILED;
        }
        err.println("hapax: unexpected: " + thrown + "; this is a defect, please report it with the lines below");
        thrown.printStackTrace(err);
        return ExitCodes.FAILED;
    }
}
