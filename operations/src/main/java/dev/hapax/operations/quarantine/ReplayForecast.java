package dev.hapax.operations.quarantine;

import dev.hapax.config.LimitSettings;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.source.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a replay of a message would do now: the checks of an instance, with its intake and classifier.
 * Whether the guard would hold it back is not said here.
 */
public final class ReplayForecast {

    private final LimitSettings limits;
    private final Source source;
    private final Instant now;

    public ReplayForecast(LimitSettings limits, Source source, Instant now) {
        this.limits = limits;
        this.source = source;
        this.now = now;
    }

    /** What would become of it. */
    public sealed interface Result {

        /** Null where it can't be read so far. */
        @Nullable
        String identity();
    }

    /** It would be decided so, if the guard admits it. */
    public record Decided(Intake.Arrived arrived, Judgement judgement) implements Result {
        @Override
        public String identity() {
            return arrived.arrival().identity();
        }
    }

    /**
     * It would be quarantined again.
     *
     * @param arrived null where intake would refuse it, before the guard sees it
     */
    public record Refused(Intake.@Nullable Arrived arrived, Reason reason, String explanation) implements Result {
        @Override
        public @Nullable String identity() {
            return arrived == null ? null : arrived.arrival().identity();
        }

        String said() {
            return reason == Reason.IN_THE_FUTURE
                    ? explanation
                    : "would be quarantined again as " + reason + ": " + explanation;
        }
    }

    public Result of(Message message, int generation, int attempts) {
        // The time of a record does not count where a field has the event time.
        Refused early = source.readsEventTime() ? null : time(message);
        if (early != null) {
            return early;
        }
        Intake intake = source.read(message, generation, attempts);
        if (intake instanceof Outcome.Refused refused) {
            return new Refused(
                    null, refused.refusal().reason(), refused.refusal().explanation());
        }
        return of((Intake.Arrived) intake);
    }

    /** The same for a message that was read already. */
    public Result of(Intake.Arrived arrived) {
        Refused early = time(arrived.arrival().message());
        return early == null ? decided(arrived) : early;
    }

    private @Nullable Refused time(Message message) {
        if (message.timestamp() < 0) {
            return new Refused(null, Reason.INVALID, "timestamp " + message.timestamp() + " is before 1970");
        }
        if (message.timestamp() > now.plus(limits.maxClockSkew()).toEpochMilli()) {
            return new Refused(
                    null,
                    Reason.IN_THE_FUTURE,
                    "has a timestamp that is still ahead of the clock, " + Instant.ofEpochMilli(message.timestamp())
                            + (source.readsEventTime()
                                    ? ": edit its field " + source.settings().eventTime()
                                    : ": 'hapax quarantine edit --timestamp now' gives it another"));
        }
        return null;
    }

    private Result decided(Intake.Arrived arrived) {
        try {
            Decision decision = source.decide(arrived.arrival(), arrived.content());
            return new Decided(arrived, decision.judgement());
        } catch (RefusedException e) {
            return new Refused(arrived, e.reason(), String.valueOf(e.getMessage()));
        }
    }
}
