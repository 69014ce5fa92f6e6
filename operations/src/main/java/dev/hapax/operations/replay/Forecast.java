package dev.hapax.operations.replay;

import dev.hapax.config.LimitSettings;
import dev.hapax.domain.Intake;
import dev.hapax.operations.Range;
import dev.hapax.operations.quarantine.ReplayForecast;
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
import org.jspecify.annotations.Nullable;

/**
 * What a replay would do.
 *
 * @param source the source it would be read by
 * @param counts how many messages would be replayed, skipped or unreadable
 * @param duplicates how many would be held back, since another of the stretch is the same
 * @param conflicts how many would be quarantined, since another of the stretch has the same identity and other content
 * @param untold how many are unknown, because the range has too many identities to remember
 * @param decisions what would become of the others, most frequent first
 * @param classifier by whose rules
 * @param identities what the guard remembers today of the identities of the stretch
 */
public record Forecast(
        ReplayRange.Stretch stretch,
        String source,
        List<Part> parts,
        ReplayStatus.Counts counts,
        long duplicates,
        long conflicts,
        long untold,
        List<Tally> decisions,
        String classifier,
        Map<GuardLookup, Long> identities) {

    public Forecast {
        parts = List.copyOf(parts);
        decisions = List.copyOf(decisions);
        identities = Map.copyOf(identities);
    }

    /** One partition: how many messages, and of which time. */
    public record Part(
            int partition,
            Range range,
            long messages,
            @Nullable Instant oldest,
            @Nullable Instant newest) {}

    /**
     * How many would be decided so.
     *
     * @param label or the reason for which they would be quarantined
     */
    public record Tally(String label, boolean important, boolean quarantined, long messages) {}

    /** How many of the replayed ones would act. */
    public long acting() {
        return decisions.stream()
                .filter(tally -> !tally.quarantined())
                .mapToLong(Tally::messages)
                .sum();
    }

    /** How many alerts would fire again, unless they are suppressed. */
    public long alerts() {
        return decisions.stream()
                .filter(tally -> tally.important() && !tally.quarantined())
                .mapToLong(Tally::messages)
                .sum();
    }

    /** How many would be quarantined again, conflicts within the stretch aside. */
    public long quarantined() {
        return decisions.stream()
                .filter(Tally::quarantined)
                .mapToLong(Tally::messages)
                .sum();
    }

    public long messages() {
        return parts.stream().mapToLong(Part::messages).sum();
    }

    /** What the guard remembers of an identity today. */
    public enum GuardLookup {
        DECIDED,
        QUARANTINED,
        /** It was admitted with other content than the stretch has. */
        OTHER_CONTENT,
        NOTHING
    }

    /** Reads a range and predicts what a replay of it would do. */
    static final class Reader {

        private static final int MOST_IDENTITIES = 1_000_000;

        private final ReplayRange.Stretch stretch;
        private final ReplaySource originals;
        private final ReplayForecast forecast;
        private final Rehearsal rehearsal = new Rehearsal(MOST_IDENTITIES);
        private final SortedMap<Integer, Span> spans = new TreeMap<>();
        private final Map<Answer, Long> answers = new EnumMap<>(Answer.class);
        private final Map<Label, Long> labels = new HashMap<>();
        private ReplayStatus.Counts counts = ReplayStatus.Counts.NONE;

        Reader(ReplayRange.Stretch stretch, ReplaySource originals, LimitSettings limits, Instant now) {
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
                counts = counts.plus(ReplayStatus.Counts.UNREADABLE);
            } else if (!originals.wanted(arrived)) {
                counts = counts.plus(ReplayStatus.Counts.SKIPPED);
            } else {
                counts = counts.plus(ReplayStatus.Counts.SENT);
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
                    .forEach((partition, range) -> parts.add(
                            Objects.requireNonNull(spans.get(partition)).part(partition, range)));
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
                        ? new Label(
                                decided.judgement().label(), decided.judgement().important(), false)
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
}
