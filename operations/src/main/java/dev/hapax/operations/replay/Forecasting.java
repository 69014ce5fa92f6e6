package dev.hapax.operations.replay;

import dev.hapax.config.LimitSettings;
import dev.hapax.domain.Intake;
import dev.hapax.operations.Range;
import dev.hapax.operations.quarantine.ReplayForecast;
import dev.hapax.operations.replay.Forecast.Part;
import dev.hapax.operations.replay.Forecast.Tally;
import dev.hapax.operations.replay.Rehearsal.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a stretch to tell what giving it again would do. */
final class Forecasting {

    private static final int MOST_IDENTITIES = 1_000_000;

    private final Stretch stretch;
    private final ReplaySource originals;
    private final ReplayForecast forecast;
    private final Rehearsal rehearsal = new Rehearsal(MOST_IDENTITIES);
    private final SortedMap<Integer, Span> spans = new TreeMap<>();
    private final Map<Answer, Long> answers = new EnumMap<>(Answer.class);
    private final Map<Label, Long> labels = new HashMap<>();
    private ReplayCounts counts = ReplayCounts.NONE;

    Forecasting(Stretch stretch, ReplaySource originals, LimitSettings limits, Instant now) {
        this.stretch = stretch;
        this.originals = originals;
        this.forecast = new ReplayForecast(limits, originals.source(), now);
        stretch.ranges().keySet().forEach(partition -> spans.put(partition, new Span()));
    }

    Rehearsal rehearsal() {
        return rehearsal;
    }

    boolean take(ConsumerRecord<byte[], byte[]> record) {
        Objects.requireNonNull(spans.get(record.partition())).add(record.timestamp());
        Intake.Arrived arrived = originals.read(record, 0);
        if (arrived == null) {
            counts = counts.plus(ReplayCounts.UNREADABLE);
        } else if (!originals.wanted(arrived)) {
            counts = counts.plus(ReplayCounts.SKIPPED);
        } else {
            counts = counts.plus(ReplayCounts.SENT);
            foresee(arrived);
        }
        return true;
    }

    private void foresee(Intake.Arrived arrived) {
        ReplayForecast.Result result = forecast.of(arrived);
        if (result instanceof ReplayForecast.Refused refused && refused.arrived() == null) {
            // The guard never sees it, so it holds back no copy.
            labels.merge(new Label(refused.reason().name(), false, true), 1L, Long::sum);
            return;
        }
        Answer answer = rehearsal.show(arrived.arrival(), originals.source().ttl());
        answers.merge(answer, 1L, Long::sum);
        if (answer == Answer.ADMITTED) {
            labels.merge(Label.of(result), 1L, Long::sum);
        }
    }

    Forecast forecast(Map<GuardLookup, Long> identities) {
        List<Part> parts = new ArrayList<>();
        stretch.ranges()
                .forEach((partition, range) ->
                        parts.add(Objects.requireNonNull(spans.get(partition)).part(partition, range)));
        List<Tally> tallies = labels.entrySet().stream()
                .map(entry -> entry.getKey().tally(entry.getValue()))
                .sorted(Comparator.comparingLong(Tally::messages).reversed().thenComparing(Tally::label))
                .toList();
        return new Forecast(
                stretch,
                originals.source().name(),
                parts,
                counts,
                count(Answer.DUPLICATE),
                count(Answer.CONFLICT),
                count(Answer.UNTOLD),
                tallies,
                originals.source().version(),
                identities);
    }

    private long count(Answer answer) {
        return answers.getOrDefault(answer, 0L);
    }

    /** What decisions are counted by. */
    private record Label(String label, boolean important, boolean quarantined) {

        static Label of(ReplayForecast.Result result) {
            return result instanceof ReplayForecast.Decided decided
                    ? new Label(decided.judgement().label(), decided.judgement().important(), false)
                    : new Label(((ReplayForecast.Refused) result).reason().name(), false, true);
        }

        Tally tally(long messages) {
            return new Tally(label, important, quarantined, messages);
        }
    }

    /** How many messages a partition has, and of which time. */
    private static final class Span {
        private long messages;
        private long oldest = Long.MAX_VALUE;
        private long newest = Long.MIN_VALUE;

        void add(long time) {
            messages++;
            oldest = Math.min(oldest, time);
            newest = Math.max(newest, time);
        }

        Part part(int partition, Range range) {
            return new Part(
                    partition,
                    range,
                    messages,
                    messages == 0 ? null : Instant.ofEpochMilli(oldest),
                    messages == 0 ? null : Instant.ofEpochMilli(newest));
        }
    }
}
