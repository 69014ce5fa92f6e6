package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.Query;
import dev.hapax.domain.Coordinates;
import dev.hapax.masking.Masking;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.Inbox;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /api/quarantine}: the cases and their actions. */
final class QuarantinePart implements ApiPart {

    private static final String CASE = "/api/quarantine/{case}";

    private static final List<String> FILTERS =
            List.of("reason", "disposition", "source", "identity", "state", "owner", "since", "until");
    private static final List<String> LIST_QUERY = with(FILTERS, "limit", "before");
    private static final List<String> GROUPS_QUERY = with(FILTERS, "by");

    private final AdminContext context;
    private final ReaderPool readers;
    private final CaseView view;
    private final CaseActions actions;
    private final BulkActions bulk;
    private final AuditLog audit;

    /** @param readers closed by its owner */
    QuarantinePart(AdminContext context, ReaderPool readers, Masking masking) {
        this.context = context;
        this.readers = readers;
        this.view = new CaseView(masking);
        this.actions = new CaseActions(context, readers, view);
        this.bulk = new BulkActions(context, readers, view, actions);
        this.audit = new AuditLog(context);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/quarantine", ErrorResponses.of(this::list));
        routes.get("/api/quarantine/groups", ErrorResponses.of(this::groups));
        routes.get(CASE, Query.none(ErrorResponses.of(this::show)));
        routes.post("/api/quarantine/replay", audit.of("quarantine replay", bulk::replay));
        routes.post("/api/quarantine/drop", audit.of("quarantine drop", bulk::drop));
        routes.post(CASE + "/replay", audit.of("quarantine replay", this::replay));
        routes.post(CASE + "/drop", audit.of("quarantine drop", this::drop));
        routes.post(CASE + "/assign", audit.of("quarantine assign", this::assign));
        routes.post(CASE + "/note", audit.of("quarantine note", this::note));
        routes.post(CASE + "/edit", audit.of("quarantine edit", this::edit));
    }

    private void list(Context request) {
        Query.only(request, LIST_QUERY);
        int limit = Query.limit(request);
        CaseFilter filter = filter(request);
        String cursor = Requests.text(request, "before");
        Coordinates before = cursor == null ? null : caseNamed("before", cursor);
        Inbox.Page page = new Inbox.Page(filter, before, limit);
        long skipped = readers.inbox(request, (inbox, progress) -> {
            page.read(inbox, progress);
            return inbox.skipped();
        });
        if (page.isLost()) {
            throw new UnknownException(
                    "before: case " + before + " does not exist. Start again with the first page, without before.");
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("items", page.cases().stream().map(CaseFields::of).toList());
        answer.put("next", page.next());
        answer.put("skipped", skipped);
        request.json(answer);
    }

    private void groups(Context request) {
        Query.only(request, GROUPS_QUERY);
        String by = Requests.text(request, "by");
        if (by != null && !by.equals("reason")) {
            throw Requests.wrong("by: '" + by + "' must be reason.");
        }
        CaseFilter filter = filter(request);
        Map<String, Object> answer = readers.inbox(request, (inbox, progress) -> {
            List<CaseCount.Group> groups = inbox.groups(filter, progress);
            return Map.of("groups", groups.stream().map(CaseFields::of).toList(), "skipped", inbox.skipped());
        });
        request.json(answer);
    }

    private CaseFilter filter(Context request) {
        return new CaseFilter.Words(
                        Requests.list(request, "reason"),
                        Requests.list(request, "disposition"),
                        Requests.list(request, "source"),
                        Requests.text(request, "identity"),
                        Requests.list(request, "state"),
                        Requests.text(request, "owner"),
                        Requests.text(request, "since"),
                        Requests.text(request, "until"))
                .filter("", "reason", context.clock().instant());
    }

    private void show(Context request) {
        Coordinates id = id(request);
        request.json(view.of(readers.inbox(request, (inbox, progress) -> inbox.find(id, progress))));
    }

    private void replay(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "reason", "force", "wait");
        String wait = Requests.text(body, "wait");
        String reason = Requests.text(body, "reason");
        line.with("reason", reason);
        boolean force = Requests.flag(body, "force");
        CommandLine command = command("replay", request)
                .with("--reason", reason)
                .with("--force", force)
                .with("--wait", wait);
        actions.replay(
                request, id(request), line, new CaseAction.Replay(reason, force), command, OutcomeWait.duration(wait));
    }

    private void drop(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "reason");
        String reason = Requests.required(body, "reason", "is required. It is recorded in the history.");
        line.with("reason", reason);
        actions.act(
                request,
                id(request),
                line,
                new CaseAction.Drop(reason),
                command("drop", request).with("--reason", reason));
    }

    private void assign(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "owner");
        if (!body.has("owner")) {
            throw Requests.wrong("owner: is required. Use a name, or null to remove the owner.");
        }
        String owner = Requests.text(body, "owner");
        if (owner != null && owner.isBlank()) {
            throw Requests.wrong("owner: must be a name, or null to remove the owner.");
        }
        line.with("owner", owner == null ? "nobody" : owner);
        CommandLine command = command("assign", request).with("--to", owner).with("--nobody", owner == null);
        actions.act(request, id(request), line, new CaseAction.Assign(owner), command);
    }

    private void note(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "text");
        String text = Requests.required(body, "text", "is required: the note to add.");
        line.with("note", text);
        actions.act(
                request,
                id(request),
                line,
                new CaseAction.Note(text),
                command("note", request).with("--reason", text));
    }

    private void edit(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "reason", "value", "patch", "timestamp", "force", "wait");
        String wait = Requests.text(body, "wait");
        EditRequest words = EditRequest.of(body);
        line.with("reason", words.reason());
        actions.edit(
                request,
                id(request),
                line,
                words,
                command("edit", request).with("--wait", wait),
                OutcomeWait.duration(wait));
    }

    private static CommandLine command(String verb, Context request) {
        return new CommandLine("quarantine " + verb).about(id(request).toString());
    }

    private static Coordinates id(Context request) {
        return caseNamed("case", request.pathParam("case"));
    }

    private static Coordinates caseNamed(String name, String text) {
        try {
            return Coordinates.parse(text);
        } catch (IllegalArgumentException e) {
            throw Requests.wrong(
                    name + ": '" + text + "' is not a case. Use topic-partition@offset, as in /api/quarantine.");
        }
    }

    private static List<String> with(List<String> filters, String... more) {
        List<String> all = new ArrayList<>(filters);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
