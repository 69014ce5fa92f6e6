package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.operations.Clients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseDesk;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseResult;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does the same with all cases that match; only counts them until it is told to. */
final class BulkActions {

    /** Where cases are changed. */
    interface Desk {
        void actOnAll(
                CaseFilter filter, String actor, CaseAction action, Progress progress, Consumer<CaseResult> results);
    }

    private final Desk desk;
    private final Clock clock;
    private final ReadingRoom room;
    private final CaseView view;
    private final CaseActions turns;

    BulkActions(AdminContext context, ReadingRoom room, Masking masking, CaseView view, CaseActions turns) {
        this(
                (filter, actor, action, progress, results) -> {
                    // By what is shown of them, so that a filter finds what it counted, and nothing by what is masked.
                    try (CaseDesk desk = new CaseDesk(
                            new Clients(context.settings()),
                            context.sources(),
                            actor,
                            context.clock(),
                            masking::summary)) {
                        desk.actOnAll(filter, action, progress, results);
                    }
                },
                context.clock(),
                room,
                view,
                turns);
    }

    /** @param turns who else changes cases */
    BulkActions(Desk desk, Clock clock, ReadingRoom room, CaseView view, CaseActions turns) {
        this.desk = desk;
        this.clock = clock;
        this.room = room;
        this.view = view;
        this.turns = turns;
    }

    void replay(Context request, AuditLine line) {
        BulkWords words = BulkWords.of(Requests.body(request, BulkWords.REPLAY));
        act(request, line, words, "replay", new CaseAction.Replay(words.reason(), words.force()));
    }

    void drop(Context request, AuditLine line) {
        BulkWords words = BulkWords.of(Requests.body(request, BulkWords.DROP));
        String reason = words.reason();
        if (reason == null || reason.isBlank()) {
            throw Requests.wrong("reason: why are they dropped? The reason goes on record");
        }
        act(request, line, words, "drop", new CaseAction.Drop(reason));
    }

    private void act(Context request, AuditLine line, BulkWords words, String verb, CaseAction action) {
        CaseFilter filter = words.filter(clock.instant());
        String command = words.command(verb).by(line.actor()).toString();
        line.with("reason", words.reason()).with("cases", command);
        Map<String, @Nullable Object> answer;
        if (words.execute()) {
            answer = settled(request, line, filter, action);
        } else {
            line.with("dryRun", true);
            answer = counted(request, filter);
        }
        answer.put("command", command);
        request.json(answer);
    }

    private Map<String, @Nullable Object> counted(Context request, CaseFilter filter) {
        return new CaseCount(room.inbox(request, (inbox, progress) -> inbox.groups(filter, progress))).fields();
    }

    private Map<String, @Nullable Object> settled(
            Context request, AuditLine line, CaseFilter filter, CaseAction action) {
        BulkTally tally = new BulkTally(view);
        try {
            turns.inTurn(request, () -> {
                desk.actOnAll(filter, line.actor(), action, ReadingRoom.deadline(request), tally::add);
                return tally;
            });
        } catch (RuntimeException e) {
            tally.addTo(line);
            throw tally.cut(e);
        }
        tally.addTo(line);
        line.ended(tally.outcome());
        return tally.fields();
    }
}
