package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.config.DurationText;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseAction.Result.Replayed;
import dev.hapax.operations.quarantine.CaseWriter;
import dev.hapax.operations.quarantine.ReplayOutcome;
import dev.hapax.operations.quarantine.ReplayOutcomes;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the outcomes of replays. A few requests wait at a time; the others are answered without an outcome. */
final class OutcomeWait {

    /** The default waiting time. */
    static final Duration DEFAULT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeWait.class);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int PLACES = 4;

    private final @Nullable AdminContext context;
    private final ReaderPool readers;
    private final Semaphore places = new Semaphore(PLACES);

    /** @param context null to never wait */
    OutcomeWait(@Nullable AdminContext context, ReaderPool readers) {
        this.context = context;
        this.readers = readers;
    }

    /** @param text from the request; null for the default */
    static Duration duration(@Nullable String text) {
        if (text == null) {
            return DEFAULT;
        }
        Duration wait;
        try {
            wait = DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw Requests.wrong("wait: '" + text + "' " + e.getMessage());
        }
        if (wait.isNegative() || wait.compareTo(LONGEST) > 0) {
            throw Requests.wrong("wait: '" + text + "' must be from 0s to " + LONGEST.toSeconds() + "s");
        }
        return wait;
    }

    /** Starts to watch, before anything is replayed. */
    Waiting open(Duration wait) {
        if (context == null || wait.isZero() || !places.tryAcquire()) {
            return new Waiting(wait, null);
        }
        try {
            return new Waiting(wait, new ReplayOutcomes(new KafkaClients(context.settings())));
        } catch (RuntimeException e) {
            places.release();
            // The change itself does not depend on it.
            LOG.warn("Cannot wait for the outcomes of replays", e);
            return new Waiting(wait, null);
        }
    }

    /** One waiting request, or one that does not wait. */
    final class Waiting implements AutoCloseable {
        private final Duration wait;
        private final @Nullable ReplayOutcomes outcomes;

        private Waiting(Duration wait, @Nullable ReplayOutcomes outcomes) {
            this.wait = wait;
            this.outcomes = outcomes;
        }

        /** Empty if it does not wait. */
        Map<Replayed, ReplayOutcome> await(Collection<Replayed> given) {
            AdminContext at = context;
            if (outcomes == null || at == null || given.isEmpty()) {
                return Map.of();
            }
            try {
                Map<Replayed, ReplayOutcome> found = outcomes.await(given, wait, Progress.UNSEEN);
                record(at, found);
                return found;
            } catch (RuntimeException e) {
                // The change is committed; the response omits the outcome.
                LOG.warn("Outcomes of {} replays could not be found", given.size(), e);
                return Map.of();
            }
        }

        private void record(AdminContext at, Map<Replayed, ReplayOutcome> found) {
            try (CaseWriter writer = new CaseWriter(
                    new KafkaClients(at.settings()), readers.files(), at.sources(), "hapax", at.clock())) {
                writer.record(found);
            }
        }

        @Override
        public void close() {
            if (outcomes != null) {
                outcomes.close();
                places.release();
            }
        }
    }
}
