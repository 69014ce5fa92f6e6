package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseForecast;
import dev.hapax.operations.quarantine.CaseWriter;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Replays or drops all matching cases; only counts them without execute. */
final class BulkActions {

    /** Applies changes to cases. */
    interface Writer {
        void actOnAll(
                CaseFilter filter,
                String actor,
                CaseAction action,
                Progress progress,
                Consumer<CaseAction.Result> results);
    }

    private final Writer writer;
    private final Clock clock;
    private final ReaderPool room;
    private final CaseView view;
    private final CaseActions turns;
    private final @Nullable BiFunction<CaseFilter, Progress, CaseForecast> forecasts;

    BulkActions(AdminContext context, ReaderPool room, CaseSummaries summaries, CaseView view, CaseActions turns) {
        this(
                (filter, actor, action, progress, results) -> {
                    // Filters by the masked summary, so that the filter matches what was counted, and reveals nothing
                    // that is masked.
                    try (CaseWriter writer = new CaseWriter(
                            new KafkaClients(context.settings()),
                            room.files(),
                            context.sources(),
                            actor,
                            context.clock(),
                            summaries::of)) {
                        writer.actOnAll(filter, action, progress, results);
                    }
                },
                context.clock(),
                room,
                view,
                turns,
                (filter, progress) -> {
                    try (CaseWriter writer = new CaseWriter(
                            new KafkaClients(context.settings()),
                            room.files(),
                            context.sources(),
                            "hapax",
                            context.clock(),
                            summaries::of)) {
                        return writer.forecast(filter, progress);
                    }
                });
    }

    /** Without a forecast. */
    BulkActions(Writer writer, Clock clock, ReaderPool room, CaseView view, CaseActions turns) {
        this(writer, clock, room, view, turns, null);
    }

    /** @param turns serialises changes of cases */
    private BulkActions(
            Writer writer,
            Clock clock,
            ReaderPool room,
            CaseView view,
            CaseActions turns,
            @Nullable BiFunction<CaseFilter, Progress, CaseForecast> forecasts) {
        this.forecasts = forecasts;
        this.writer = writer;
        this.clock = clock;
        this.room = room;
        this.view = view;
        this.turns = turns;
    }

    void replay(Context request, AuditLog.Line line) {
        BulkRequest words = BulkRequest.of(Requests.body(request, BulkRequest.REPLAY));
        act(request, line, words, "replay", new CaseAction.Replay(words.reason(), words.force()));
    }

    void drop(Context request, AuditLog.Line line) {
        BulkRequest words = BulkRequest.of(Requests.body(request, BulkRequest.DROP));
        String reason = words.reason();
        if (reason == null || reason.isBlank()) {
            throw Requests.wrong("reason: is required. It is recorded in the history.");
        }
        act(request, line, words, "drop", new CaseAction.Drop(reason));
    }

    private void act(Context request, AuditLog.Line line, BulkRequest words, String verb, CaseAction action) {
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
                new CaseCount(room.inbox(request, (inbox, progress) -> inbox.groups(filter, progress))).fields();
        BiFunction<CaseFilter, Progress, CaseForecast> rules = forecasts;
        boolean foretold = rules != null && action instanceof CaseAction.Replay replay && !replay.insist();
        fields.put(
                "forecast",
                foretold && rules != null
                        ? room.read(request, progress -> rules.apply(filter, progress))
                                .fields()
                        : null);
        return fields;
    }

    private Map<String, @Nullable Object> settled(
            Context request, AuditLog.Line line, CaseFilter filter, CaseAction action) {
        Duration wait = action instanceof CaseAction.Replay ? OutcomeWait.DEFAULT : Duration.ZERO;
        try (OutcomeWait.Waiting waiting = turns.outcomes().open(wait)) {
            BulkTally tally = settled(request, line, filter, action, new BulkTally(view));
            return tally.fields(waiting.await(tally.replayed()).values());
        }
    }

    private BulkTally settled(
            Context request, AuditLog.Line line, CaseFilter filter, CaseAction action, BulkTally tally) {
        try {
            turns.inTurn(request, () -> {
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
}
