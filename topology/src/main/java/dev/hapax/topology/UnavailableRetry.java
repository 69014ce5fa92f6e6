package dev.hapax.topology;

import dev.hapax.config.Settings;
import dev.hapax.domain.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step in place while a format or a classifier is unavailable. It gives up before the transaction can time out:
 * then the task fails, and starts again from the last commit.
 */
final class UnavailableRetry {

    private static final Logger LOG = LoggerFactory.getLogger(UnavailableRetry.class);
    private static final long FIRST_WAIT = 50;
    private static final long LONGEST_WAIT = 1_000;

    private final long patience;

    UnavailableRetry(long patience) {
        this.patience = patience;
    }

    static UnavailableRetry of(Settings settings) {
        return new UnavailableRetry(settings.instance().transactionTimeout().toMillis() / 3);
    }

    /** A step that may be repeated. */
    @FunctionalInterface
    interface Step<T, E extends Exception> {
        T run() throws E;
    }

    <T, E extends Exception> T call(Step<T, E> step) throws E {
        try {
            return step.run();
        } catch (UnavailableException e) {
            return callAgain(step, e);
        }
    }

    private <T, E extends Exception> T callAgain(Step<T, E> step, UnavailableException first) throws E {
        LOG.warn("Unavailable, retrying for up to {} ms: {}", patience, first.getMessage());
        UnavailableException latest = first;
        long waited = 0;
        for (long wait = FIRST_WAIT; waited + wait <= patience; wait = Math.min(2 * wait, LONGEST_WAIT)) {
            sleep(wait, latest);
            waited += wait;
            try {
                return step.run();
            } catch (UnavailableException e) {
                latest = e;
            }
        }
        throw latest;
    }

    private static void sleep(long millis, UnavailableException failure) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure.addSuppressed(e);
            throw failure;
        }
    }
}
