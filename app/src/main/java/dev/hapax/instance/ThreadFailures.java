package dev.hapax.instance;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;

import dev.hapax.cluster.ClusterException;
import dev.hapax.config.InstanceSettings;
import dev.hapax.domain.UnavailableException;
import dev.hapax.guard.GuardLayoutException;
import dev.hapax.quarantine.QuarantineFloodException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a failed stream thread, up to a number of times an hour, and then stops the instance. A flood of quarantined messages, a guard
 * with another layout or a setting that the brokers refuse stops it at once, because a new thread would fail in the same way.
 * A thread that failed because something was unavailable is replaced for as long as it takes.
 */
final class ThreadFailures implements StreamsUncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadFailures.class);
    private static final Duration WINDOW = Duration.ofHours(1);
    /** Short, because the transaction of the thread stays open meanwhile. */
    private static final Duration UNAVAILABLE_WAIT = Duration.ofSeconds(2);

    private final InstanceSettings settings;
    private final Duration unavailableWait;
    private final int budget;
    private final Clock clock;
    private final Deque<Instant> recent = new ArrayDeque<>();
    private final AtomicReference<Throwable> fatal = new AtomicReference<>();

    ThreadFailures(InstanceSettings settings, Clock clock) {
        this(settings, clock, UNAVAILABLE_WAIT);
    }

    ThreadFailures(InstanceSettings settings, Clock clock, Duration unavailableWait) {
        this.settings = settings;
        this.unavailableWait = unavailableWait;
        this.budget = settings.maxThreadReplacements();
        this.clock = clock;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable thrown) {
        Throwable unavailable = find(thrown, UnavailableException.class);
        return unavailable == null ? handleFailure(thrown) : waitAndReplace(unavailable);
    }

    /** Something that Hapax needs does not answer. That is no failure of this instance, however long it takes. */
    private StreamThreadExceptionResponse waitAndReplace(Throwable unavailable) {
        LOG.warn(
                "Unavailable, starting again from the last commit in {} ms: {}",
                unavailableWait.toMillis(),
                unavailable.getMessage());
        try {
            Thread.sleep(unavailableWait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return REPLACE_THREAD;
    }

    private synchronized StreamThreadExceptionResponse handleFailure(Throwable thrown) {
        Throwable lasting = lasting(thrown);
        if (lasting != null) {
            LOG.error("Stopping this instance: {}", lasting.getMessage());
            fatal.compareAndSet(null, lasting);
            return SHUTDOWN_CLIENT;
        }
        Instant now = clock.instant();
        recent.removeIf(then -> then.isBefore(now.minus(WINDOW)));
        recent.add(now);
        if (recent.size() > budget || thrown instanceof Error) {
            LOG.error(
                    "Stopping this instance: a stream thread failed, the {}. time within an hour"
                            + " (instance.max-thread-replacements is {}), because of {}{}",
                    recent.size(),
                    budget,
                    root(thrown),
                    remedy(thrown),
                    thrown);
            fatal.compareAndSet(null, thrown);
            return SHUTDOWN_CLIENT;
        }
        LOG.warn("A stream thread failed and is replaced ({} of {} an hour)", recent.size(), budget, thrown);
        return REPLACE_THREAD;
    }

    private @Nullable Throwable lasting(Throwable thrown) {
        if (find(thrown, InvalidSessionTimeoutException.class) != null) {
            return new ClusterException(
                    "instance.session-timeout: "
                            + settings.sessionTimeout().toMillis()
                            + " ms makes a session of " + settings.silence().toMillis()
                            + " ms, which the brokers refuse: choose 7500ms or more, which fits their"
                            + " group.min.session.timeout.ms unless that is set, or change that one or"
                            + " group.max.session.timeout.ms",
                    thrown);
        }
        if (find(thrown, InvalidTxnTimeoutException.class) != null) {
            return new ClusterException(
                    "instance.transaction-timeout: "
                            + settings.transactionTimeout().toMillis()
                            + " ms is more than the brokers take: lower it, or raise their transaction.max.timeout.ms (15 min"
                            + " unless set)",
                    thrown);
        }
        return find(thrown, QuarantineFloodException.class, GuardLayoutException.class);
    }

    /** What stopped the instance, if anything did. */
    Optional<Throwable> fatal() {
        return Optional.ofNullable(fatal.get());
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }

    /** What an operator can do, where that is known. */
    private static String remedy(Throwable thrown) {
        return find(thrown, RecordTooLargeException.class) == null
                ? ""
                : ": raise quarantine.max-record-bytes, and max.message.bytes of the quarantine topic with it";
    }

    private static @Nullable Throwable find(Throwable thrown, Class<?>... types) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            for (Class<?> type : types) {
                if (type.isInstance(t)) {
                    return t;
                }
            }
        }
        return null;
    }
}
