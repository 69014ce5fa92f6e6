package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.ProblemException;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseForecast;
import dev.hapax.operations.quarantine.CaseWriter;
import dev.hapax.operations.quarantine.ReplayOutcome;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Replays or drops all matching cases; only counts them without execute. */
final class BulkActions {

    /** Applies changes to cases. */
    @FunctionalInterface
    interface Writer {
        void actOnAll(
                CaseFilter filter,
                String actor,
                CaseAction action,
                Progress progress,
                Consumer<CaseAction.Result> results);

        /** What a replay of all of them would do; null if that is unknown. */
        default @Nullable CaseForecast forecast(CaseFilter filter, Progress progress) {
            return null;
        }
    }

    private final Writer writer;
    private final Clock clock;
    private final ReaderPool readers;
    private final CaseView view;
    private final CaseActions actions;

    BulkActions(AdminContext context, ReaderPool readers, CaseView view, CaseActions actions) {
        this(new KafkaWriter(context, readers, view), context.clock(), readers, view, actions);
    }

    /** @param actions serialises changes of cases */
    BulkActions(Writer writer, Clock clock, ReaderPool readers, CaseView view, CaseActions actions) {
        this.writer = writer;
        this.clock = clock;
        this.readers = readers;
        this.view = view;
        this.actions = actions;
    }

    /**
     * Writes to Kafka. It filters by the masked summary, so that a filter matches what was counted, and reveals nothing that is
     * masked.
     */
    private record KafkaWriter(AdminContext context, ReaderPool readers, CaseView view) implements Writer {

        @Override
        public void actOnAll(
                CaseFilter filter,
                String actor,
                CaseAction action,
                Progress progress,
                Consumer<CaseAction.Result> results) {
            try (CaseWriter writer = open(actor)) {
                writer.actOnAll(filter, action, progress, results);
            }
        }

        @Override
        public CaseForecast forecast(CaseFilter filter, Progress progress) {
            try (CaseWriter writer = open("hapax")) {
                return writer.forecast(filter, progress);
            }
        }

        private CaseWriter open(String actor) {
            return new CaseWriter(
                    new KafkaClients(context.settings()),
                    readers.files(),
                    context.sources(),
                    actor,
                    context.clock(),
                    view::summary);
        }
    }

    void replay(Context request, AuditLine line) {
        BulkRequest words = BulkRequest.of(Requests.body(request, BulkRequest.REPLAY));
        act(request, line, words, "replay", new CaseAction.Replay(words.reason(), words.force()));
    }

    void drop(Context request, AuditLine line) {
        BulkRequest words = BulkRequest.of(Requests.body(request, BulkRequest.DROP));
        String reason = words.reason();
        if (reason == null || reason.isBlank()) {
            throw Requests.wrong("reason: is required. It is recorded in the history.");
        }
        act(request, line, words, "drop", new CaseAction.Drop(reason));
    }

    private void act(Context request, AuditLine line, BulkRequest words, String verb, CaseAction action) {
        CaseFilter filter = words.filter(clock.instant());
        String command = words.command(verb).by(line.actor()).toString();
        line.with("reason", words.reason()).with("cases", command);
        Map<String, @Nullable Object> answer;
        if (words.execute()) {
            answer = settled(request, line, filter, action);
        } else {
            line.with("dryRun", true);
            answer = counted(request, filter, action);
        }
        answer.put("command", command);
        request.json(answer);
    }

    private Map<String, @Nullable Object> counted(Context request, CaseFilter filter, CaseAction action) {
        Map<String, @Nullable Object> fields =
                new CaseCount(readers.inbox(request, (inbox, progress) -> inbox.groups(filter, progress))).fields();
        CaseForecast forecast = action instanceof CaseAction.Replay replay && !replay.insist()
                ? readers.read(request, progress -> writer.forecast(filter, progress))
                : null;
        fields.put("forecast", forecast == null ? null : forecast.fields());
        return fields;
    }

    private Map<String, @Nullable Object> settled(
            Context request, AuditLine line, CaseFilter filter, CaseAction action) {
        Duration wait = action instanceof CaseAction.Replay ? OutcomeWait.DEFAULT : Duration.ZERO;
        try (OutcomeWait.Waiting waiting = actions.outcomes().open(wait)) {
            Tally tally = settled(request, line, filter, action, new Tally(view));
            return tally.fields(waiting.await(tally.replayed()).values());
        }
    }

    private Tally settled(Context request, AuditLine line, CaseFilter filter, CaseAction action, Tally tally) {
        try {
            actions.inTurn(request, () -> {
                writer.actOnAll(filter, line.actor(), action, ReaderPool.deadline(request), tally::add);
                return tally;
            });
        } catch (RuntimeException e) {
            tally.addTo(line);
            throw tally.cut(e);
        }
        tally.addTo(line);
        line.ended(tally.outcome());
        return tally;
    }

    /** The results of a bulk change: the number of each kind, and some cases that were not changed. */
    static final class Tally {

        private static final int MOST_TOLD = 100;

        private final CaseView view;
        private final Map<CaseAction.Result.Kind, Long> counts = new EnumMap<>(CaseAction.Result.Kind.class);
        private final List<CaseAction.Result.Replayed> replayed = new ArrayList<>();
        private final List<Map<String, @Nullable Object>> notDone = new ArrayList<>();

        Tally(CaseView view) {
            this.view = view;
        }

        void add(CaseAction.Result result) {
            counts.merge(result.kind(), 1L, Long::sum);
            CaseAction.Result.Replayed given = result.replayed();
            if (given != null) {
                replayed.add(given);
            }
            if (result.kind() != CaseAction.Result.Kind.DONE && notDone.size() < MOST_TOLD) {
                // The messages are not available any more, so the text cannot be
                // masked.
                notDone.add(CaseFields.of(new CaseAction.Result(result.id(), result.kind(), view.said(result.said()))));
            }
        }

        private long count(CaseAction.Result.Kind kind) {
            return counts.getOrDefault(kind, 0L);
        }

        private long all() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }

        void addTo(AuditLine line) {
            line.with("done", count(CaseAction.Result.Kind.DONE))
                    .with("already", count(CaseAction.Result.Kind.ALREADY))
                    .with("refused", count(CaseAction.Result.Kind.REFUSED));
        }

        AuditLine.Result outcome() {
            if (all() == 0 || count(CaseAction.Result.Kind.DONE) > 0) {
                return AuditLine.Result.DONE;
            }
            return count(CaseAction.Result.Kind.REFUSED) > 0 ? AuditLine.Result.REFUSED : AuditLine.Result.ALREADY;
        }

        /** The replayed messages. */
        List<CaseAction.Result.Replayed> replayed() {
            return replayed;
        }

        /** @param outcomes the outcomes of the replays; empty without waiting */
        Map<String, @Nullable Object> fields(Collection<ReplayOutcome> outcomes) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("dryRun", false);
            fields.put("cases", all());
            fields.put("done", count(CaseAction.Result.Kind.DONE));
            fields.put("already", count(CaseAction.Result.Kind.ALREADY));
            fields.put("refused", count(CaseAction.Result.Kind.REFUSED));
            fields.put("notDone", notDone);
            Map<String, Object> became = new LinkedHashMap<>();
            for (ReplayOutcome.Kind kind : ReplayOutcome.Kind.values()) {
                long found = outcomes.stream()
                        .filter(outcome -> outcome.kind() == kind)
                        .count();
                became.put(
                        kind == ReplayOutcome.Kind.NOT_KNOWN
                                ? "notKnown"
                                : kind.name().toLowerCase(Locale.ROOT),
                        found);
            }
            fields.put("outcomes", outcomes.isEmpty() ? null : became);
            fields.put("more", all() - count(CaseAction.Result.Kind.DONE) > notDone.size());
            return fields;
        }

        /** The error of an incomplete change, with the number of cases done. */
        RuntimeException cut(RuntimeException e) {
            long done = count(CaseAction.Result.Kind.DONE);
            String until = "; " + done + (done == 1 ? " case was" : " cases were")
                    + " done before that. Send the request again for the rest.";
            if (done > 0 && e instanceof ProblemException problem) {
                return new ProblemException(problem.status(), problem.title(), problem.getMessage() + until);
            }
            return done > 0 && e instanceof OperationException ? new OperationException(e.getMessage() + until, e) : e;
        }
    }
}
