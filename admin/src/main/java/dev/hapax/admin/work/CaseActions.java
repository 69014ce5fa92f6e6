package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ProblemException;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.operations.Clients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseChange;
import dev.hapax.operations.quarantine.CaseDesk;
import dev.hapax.operations.quarantine.CaseDetails;
import dev.hapax.operations.quarantine.CaseResult;
import dev.hapax.operations.quarantine.MessageEdit;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Changes cases, one at a time: all who write share one transactional id, and two of this instance would only disturb each other. */
final class CaseActions {

    private static final Duration WAITING = Duration.ofSeconds(10);

    private final AdminContext context;
    private final ReadingRoom room;
    private final CaseView view;
    private final ReentrantLock turn = new ReentrantLock(true);

    CaseActions(AdminContext context, ReadingRoom room, CaseView view) {
        this.context = context;
        this.room = room;
        this.view = view;
    }

    void act(Context request, Coordinates id, String actor, CaseAction action, CommandLine command) {
        act(request, id, actor, action, command, null);
    }

    void edit(Context request, Coordinates id, String actor, EditWords words, CommandLine command) {
        Message original = room.inbox(request, (inbox, progress) -> inbox.find(id, progress))
                .latest()
                .original();
        Message edited = words.edited(original, context.clock().instant());
        String diff = MessageEdit.diff(original, edited);
        if (diff.isEmpty()) {
            throw new OperationException(
                    id + " is unchanged, so nothing was done; replay it to have it given again as it is");
        }
        command.with("--patch", words.patch() == null ? null : words.patch().toString())
                .with("--value-file", words.value() == null ? null : "VALUE")
                .with("--timestamp", words.timestamp())
                .with("--message", words.reason())
                .with("--force", words.force());
        act(request, id, actor, new CaseAction.Edit(edited, diff, words.reason(), words.force()), command, edited);
    }

    private void act(
            Context request,
            Coordinates id,
            String actor,
            CaseAction action,
            CommandLine command,
            @Nullable Message edited) {
        CaseResult result = settled(request, id, actor, action);
        CaseDetails after = room.inbox(request, (inbox, progress) -> inbox.find(id, progress));
        String said = said(result, after, edited);
        Audit.changed(name(action), actor, id.toString(), result.kind() + ", " + said);
        if (result.kind() == CaseResult.Kind.REFUSED || isAnothers(result, action, after, actor)) {
            throw new ProblemException(409, "Conflict", id + " " + said);
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("case", id.toString());
        answer.put("kind", result.kind().name());
        answer.put("said", said);
        answer.put("command", command.with("--as", actor).toString());
        request.json(answer);
    }

    private CaseResult settled(Context request, Coordinates id, String actor, CaseAction action) {
        boolean ours = false;
        try {
            ours = turn.tryLock(WAITING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ours) {
            throw Telling.later(request, "this instance changes other cases at the moment: try again");
        }
        try (CaseDesk desk = new CaseDesk(new Clients(context.settings()), context.sources(), actor, context.clock())) {
            return desk.act(id, action, ReadingRoom.deadline(request));
        } finally {
            turn.unlock();
        }
    }

    /** Whether what was wanted had been done before, by someone else or by who can't be told apart from others. */
    private static boolean isAnothers(CaseResult result, CaseAction action, CaseDetails after, String actor) {
        if (result.kind() != CaseResult.Kind.ALREADY
                || !(action instanceof CaseAction.Replay || action instanceof CaseAction.Drop)) {
            return false;
        }
        String by = null;
        for (CaseChange change : after.file().history()) {
            if (change.action() != CaseChange.Action.NOTED && change.action() != CaseChange.Action.ASSIGNED) {
                by = change.actor();
            }
        }
        return by != null && (!by.equals(actor) || actor.equals(Access.NOBODY_IN_PARTICULAR));
    }

    /** A case that is closed tells who did it, and an open one may tell what its message says. */
    private String said(CaseResult result, CaseDetails after, @Nullable Message edited) {
        List<Message> messages = new ArrayList<>(List.of(after.latest().original()));
        if (edited != null) {
            messages.add(edited);
        }
        boolean quotes = result.kind() == CaseResult.Kind.DONE
                ? after.asCase().state().resolved()
                : !after.asCase().state().resolved();
        return view.said(result.said(), messages, quotes);
    }

    private static String name(CaseAction action) {
        return action.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
