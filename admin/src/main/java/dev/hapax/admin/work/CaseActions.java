package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.ProblemException;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseFile;
import dev.hapax.operations.quarantine.CaseWriter;
import dev.hapax.operations.quarantine.MessageEdit;
import dev.hapax.operations.quarantine.ReplayOutcome;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes cases, one at a time: all writers share one transactional id, and two writers of one instance would fence each other. */
final class CaseActions {

    private static final Logger LOG = LoggerFactory.getLogger(CaseActions.class);
    private static final Duration WAITING = Duration.ofSeconds(10);

    /** Applies a change to a case. */
    interface Writer {
        CaseAction.Result act(Coordinates id, String actor, CaseAction action, Progress progress);
    }

    private final Writer writer;
    private final Clock clock;
    private final ReaderPool readers;
    private final CaseView view;
    private final OutcomeWait outcomes;
    private final ReentrantLock turn = new ReentrantLock(true);

    CaseActions(AdminContext context, ReaderPool readers, CaseView view) {
        this(
                (id, actor, action, progress) -> write(context, readers, id, actor, action, progress),
                context.clock(),
                readers,
                view,
                new OutcomeWait(context, readers));
    }

    /** Without waiting for outcomes. */
    CaseActions(Writer writer, Clock clock, ReaderPool readers, CaseView view) {
        this(writer, clock, readers, view, new OutcomeWait(null, readers));
    }

    private CaseActions(Writer writer, Clock clock, ReaderPool readers, CaseView view, OutcomeWait outcomes) {
        this.outcomes = outcomes;
        this.writer = writer;
        this.clock = clock;
        this.readers = readers;
        this.view = view;
    }

    private static CaseAction.Result write(
            AdminContext context,
            ReaderPool readers,
            Coordinates id,
            String actor,
            CaseAction action,
            Progress progress) {
        try (CaseWriter writer = new CaseWriter(
                new KafkaClients(context.settings()), readers.files(), context.sources(), actor, context.clock())) {
            return writer.act(id, action, progress);
        }
    }

    OutcomeWait outcomes() {
        return outcomes;
    }

    void act(Context request, Coordinates id, AuditLine line, CaseAction action, CommandLine command) {
        act(request, line, new Change(id, action, command, null), Duration.ZERO);
    }

    /** @param wait how long to wait for the outcome */
    void replay(
            Context request,
            Coordinates id,
            AuditLine line,
            CaseAction.Replay action,
            CommandLine command,
            Duration wait) {
        act(request, line, new Change(id, action, command, null), wait);
    }

    void edit(Context request, Coordinates id, AuditLine line, EditRequest words, CommandLine command, Duration wait) {
        Message original = readers.inbox(request, (inbox, progress) -> inbox.find(id, progress))
                .latest()
                .original();
        Message edited = words.edited(original, clock.instant());
        String diff = MessageEdit.diff(original, edited);
        if (diff.isEmpty()) {
            throw new OperationException(id + " would not change. Use replay to reprocess it unchanged.");
        }
        command.with("--patch", words.patch() == null ? null : words.patch().toString())
                .with("--value-file", words.value() == null ? null : "VALUE")
                .with("--timestamp", words.timestamp())
                .with("--reason", words.reason())
                .with("--force", words.force());
        CaseAction edit = new CaseAction.Edit(edited, diff, words.reason(), words.force());
        act(request, line, new Change(id, edit, command, edited), wait);
    }

    /**
     * A requested change.
     *
     * @param edited the message to replay instead of the original; null for none
     */
    private record Change(
            Coordinates id,
            CaseAction action,
            CommandLine command,
            @Nullable Message edited) {}

    private void act(Context request, AuditLine line, Change change, Duration wait) {
        try (OutcomeWait.Waiting waiting = outcomes.open(wait)) {
            CaseAction.Result result = inTurn(
                    request,
                    () -> writer.act(change.id(), line.actor(), change.action(), ReaderPool.deadline(request)));
            // Recorded before anything else can fail: the change is committed.
            line.ended(
                    switch (result.kind()) {
                        case DONE -> AuditLine.Result.DONE;
                        case ALREADY -> AuditLine.Result.ALREADY;
                        case REFUSED -> AuditLine.Result.REFUSED;
                    });
            Case.Details after = after(request, result);
            String said = after == null ? view.said(result.said()) : said(result, after, change.edited());
            if (result.kind() == CaseAction.Result.Kind.REFUSED
                    || (after != null && isAnothers(result, change.action(), after, line.actor()))) {
                throw new ProblemException(409, "Conflict", change.id() + " " + said);
            }
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("case", change.id().toString());
            answer.put("kind", result.kind().name());
            answer.put("said", said);
            answer.put("outcome", outcome(result, after, change.edited(), waiting));
            answer.put("command", change.command().by(line.actor()).toString());
            request.json(answer);
        }
    }

    private @Nullable Map<String, @Nullable Object> outcome(
            CaseAction.Result result,
            Case.@Nullable Details after,
            @Nullable Message edited,
            OutcomeWait.Waiting waiting) {
        CaseAction.Result.Replayed given = result.replayed();
        ReplayOutcome outcome =
                given == null ? null : waiting.await(List.of(given)).get(given);
        if (outcome == null) {
            return null;
        }
        // Only the explanation of a new failure can quote the message.
        boolean quotes = outcome.kind() == ReplayOutcome.Kind.QUARANTINED;
        return outcome.fields(
                after == null && quotes
                        ? view.said(outcome.said())
                        : view.said(outcome.said(), messages(after, edited), quotes));
    }

    private static List<Message> messages(Case.@Nullable Details after, @Nullable Message edited) {
        List<Message> messages = new ArrayList<>();
        if (after != null) {
            messages.add(after.latest().original());
        }
        if (edited != null) {
            messages.add(edited);
        }
        return messages;
    }

    /** The case after the change; null if it cannot be read and the result is enough. */
    private Case.@Nullable Details after(Context request, CaseAction.Result result) {
        try {
            return readers.inbox(request, (inbox, progress) -> inbox.find(result.id(), progress));
        } catch (RuntimeException e) {
            if (result.kind() == CaseAction.Result.Kind.ALREADY) {
                // The actor is only in the case; nothing was changed, so the request can be sent again.
                throw e;
            }
            LOG.debug("{} is {}, and could not be read after that", result.id(), result.kind(), e);
            return null;
        }
    }

    /** Runs a change while no other one runs here. */
    <T> T inTurn(Context request, Supplier<T> change) {
        boolean ours = false;
        try {
            ours = turn.tryLock(WAITING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ours) {
            throw ErrorResponses.later(request, "This instance is changing other cases. Try again.");
        }
        try {
            return change.get();
        } finally {
            turn.unlock();
        }
    }

    /** Whether the change had been made before, by another actor or by an unnamed one. */
    private static boolean isAnothers(CaseAction.Result result, CaseAction action, Case.Details after, String actor) {
        if (result.kind() != CaseAction.Result.Kind.ALREADY
                || !(action instanceof CaseAction.Replay || action instanceof CaseAction.Drop)) {
            return false;
        }
        String by = null;
        for (CaseFile.Change change : after.file().history()) {
            if (change.action() != CaseFile.Change.Action.NOTED && change.action() != CaseFile.Change.Action.ASSIGNED) {
                by = change.actor();
            }
        }
        return by != null && (!by.equals(actor) || actor.equals(Access.NOBODY_IN_PARTICULAR));
    }

    /** The text about a closed case names its actor; the text about an open one can quote its message. */
    private String said(CaseAction.Result result, Case.Details after, @Nullable Message edited) {
        boolean quotes = result.kind() == CaseAction.Result.Kind.DONE
                ? after.asCase().state().resolved()
                : !after.asCase().state().resolved();
        return view.said(result.said(), messages(after, edited), quotes);
    }
}
