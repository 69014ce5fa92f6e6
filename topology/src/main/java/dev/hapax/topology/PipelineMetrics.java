package dev.hapax.topology;

import static dev.hapax.meters.OutcomeLabel.ADMITTED;
import static dev.hapax.meters.OutcomeLabel.DUPLICATE;
import static dev.hapax.meters.OutcomeLabel.QUARANTINED;
import static dev.hapax.meters.OutcomeLabel.REDELIVERY;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Command;
import dev.hapax.domain.Outcome;
import dev.hapax.meters.CommandResult;
import dev.hapax.meters.Meters;
import dev.hapax.topics.Topic;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Passes the outcomes of messages to the meters and the log. One task's thread uses it. */
final class PipelineMetrics {

    private final Meters meters;
    private final DuplicateRateWarning alarm;
    private final MessageLog log;
    private final String replays;

    @SuppressWarnings("NullAway.Init") // Set by init, which comes first.
    private ProcessorContext<?, ?> context;

    private PipelineMetrics(Meters meters, DuplicateRateWarning alarm, MessageLog log, String replays) {
        this.meters = meters;
        this.alarm = alarm;
        this.log = log;
        this.replays = replays;
    }

    /** Makes one for each task of an instance; they share the limits on warnings and log lines. */
    static Supplier<PipelineMetrics> of(Settings settings, CurrentSources sources, Meters meters) {
        meters.expect(settings.sources().stream().map(SourceSettings::name).toList());
        DuplicateRateWarning alarm = new DuplicateRateWarning(meters);
        LineBudget quarantineLines = LineBudget.perMinute(10);
        return () -> new PipelineMetrics(
                meters,
                alarm,
                new MessageLog(settings.applicationId(), sources, quarantineLines),
                settings.topic(Topic.REPLAYS));
    }

    void init(ProcessorContext<?, ?> context) {
        this.context = context;
        log.init(context.appConfigs());
    }

    void saw(Outcome outcome) {
        if (outcome instanceof Outcome.Decided decided) {
            decided(decided);
        } else if (outcome instanceof Outcome.Suppressed suppressed) {
            suppressed(suppressed);
        } else if (outcome instanceof Outcome.Refused refused) {
            quarantined(refused);
        } else {
            throw new IllegalStateException("unknown outcome " + outcome);
        }
    }

    private void decided(Outcome.Decided decided) {
        Arrival arrival = decided.arrival();
        meters.count(arrival.source(), ADMITTED, arrival.generation() > 0);
        meters.decided(
                decided.decision().judgement().label(),
                decided.decision().judgement().important());
        if (decided.alerts()) {
            meters.alerted();
        }
    }

    private void suppressed(Outcome.Suppressed suppression) {
        Arrival arrival = suppression.arrival();
        boolean duplicate = suppression.kind() == Outcome.Suppressed.Kind.DUPLICATE;
        meters.count(arrival.source(), duplicate ? DUPLICATE : REDELIVERY, arrival.generation() > 0);
        if (duplicate) {
            alarm.look(context.currentSystemTimeMs());
        }
        log.suppressed(suppression);
    }

    private void quarantined(Outcome.Refused held) {
        // A record of that topic that is no replay has no generation.
        boolean replay = held.generation() > 0 || held.message().at().topic().equals(replays);
        meters.count(held.refusal().source(), QUARANTINED, replay);
        meters.quarantined(held.refusal().reason());
        log.quarantined(held, context.currentSystemTimeMs());
    }

    void tookIn(long begin) {
        if (begin != TimerSampling.NOT_TIMED) {
            meters.tookIn(System.nanoTime() - begin);
        }
    }

    void classified(Arrival arrival, long begin) {
        if (begin != TimerSampling.NOT_TIMED) {
            meters.classified(arrival.source(), System.nanoTime() - begin);
        }
    }

    void admitted(Arrival arrival, long begin) {
        if (begin != TimerSampling.NOT_TIMED) {
            meters.admitted(System.nanoTime() - begin);
            // A replayed message is as old as whoever replays it wants.
            if (arrival.generation() == 0) {
                meters.eventLatency(
                        arrival.source(),
                        context.currentSystemTimeMs() - arrival.message().timestamp());
            }
        }
    }

    void answered(Command receipt) {
        meters.answered(receipt instanceof Command.Forgotten ? CommandResult.FORGOTTEN : CommandResult.REFUSED);
    }

    void forgot(Command.Forget asked, Command.Forgotten receipt) {
        log.forgot(asked, receipt);
    }
}
