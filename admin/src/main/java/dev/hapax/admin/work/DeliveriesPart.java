package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.Query;
import dev.hapax.config.AdminUser.Role;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.operations.delivery.DeliveryAction;
import dev.hapax.operations.delivery.DeliveryPage;
import dev.hapax.operations.delivery.DeliveryQuery;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code /api/deliveries}: what is to be sent, what was sent, and what people decide. */
final class DeliveriesPart implements ApiPart {

    private static final String ALL = "/api/deliveries";
    private static final String ONE = ALL + "/{delivery}";
    private static final List<String> LIST_QUERY = List.of(
            "id",
            "state",
            "channel",
            "stagedBy",
            "target",
            "campaign",
            "alone",
            "q",
            "sort",
            "limit",
            "after",
            "local");

    private final ReaderPool room;
    private final DeliveryLedger ledger;
    private final DeliveryMessages messages;
    private final DeliveryChanges changes;
    private final DeliveryBulk bulk;
    private final DeliveryStaging staging;
    private final AuditLog audit;

    /**
     * @param room closed by its owner
     * @param ledger closed by its owner
     */
    DeliveriesPart(AdminContext context, ReaderPool room, DeliveryLedger ledger, DeliveryMessages messages) {
        this.room = room;
        this.ledger = ledger;
        this.messages = messages;
        this.changes = new DeliveryChanges(context, room, ledger, messages);
        this.bulk = new DeliveryBulk(room, ledger, changes);
        this.staging = new DeliveryStaging(context, room, ledger, messages);
        this.audit = new AuditLog(context);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/delivery", Query.none(ErrorResponses.of(this::status)));
        routes.get(ALL, ErrorResponses.of(this::list));
        routes.get(ONE, Query.none(ErrorResponses.of(this::show)));
        routes.get(ONE + "/message", ErrorResponses.of(messages::show));
        routes.post(ALL, audit.of("deliveries stage", staging::stage));
        routes.post(ONE + "/approve", audit.of("deliveries approve", Role.APPROVER, this::approve));
        routes.post(ONE + "/reject", audit.of("deliveries reject", Role.APPROVER, this::reject));
        routes.post(ONE + "/cancel", audit.of("deliveries cancel", this::cancel));
        routes.post(ONE + "/reconcile", audit.of("deliveries reconcile", this::reconcile));
        routes.post(ALL + "/approve", audit.of("deliveries approve", Role.APPROVER, this::approveAll));
        routes.post(ALL + "/reject", audit.of("deliveries reject", Role.APPROVER, this::rejectAll));
        routes.post(ALL + "/cancel", audit.of("deliveries cancel", this::cancelAll));
        routes.post(ALL + "/reconcile", audit.of("deliveries reconcile", this::reconcileAll));
    }

    private void status(Context request) {
        request.json(room.read(request, progress -> ledger.status()));
    }

    private void list(Context request) {
        Query.only(request, LIST_QUERY);
        int limit = Query.limit(request);
        DeliveryPage.Order order = DeliveryPage.Order.of(Requests.text(request, "sort"));
        DeliveryQuery query = new DeliveryQuery(
                DeliveryQuery.states(Requests.list(request, "state")),
                Requests.text(request, "channel"),
                Requests.text(request, "stagedBy"),
                Requests.text(request, "target"),
                Requests.text(request, "q"),
                Requests.text(request, "campaign"),
                Requests.flag(request, "alone"));
        String after = Requests.text(request, "after");
        Set<String> ids = Set.copyOf(request.queryParams("id"));
        boolean local = Requests.flag(request, "local");
        DeliveryPage page = room.read(
                request, progress -> DeliveryPage.of(chosen(ledger.all(progress), ids), query, order, limit, after));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("items", messages.summaries(page.items(), local));
        answer.put("next", page.next());
        answer.put("total", page.total());
        answer.put("states", page.stateCounts());
        request.json(answer);
    }

    private static List<Delivery> chosen(List<Delivery> all, Set<String> ids) {
        return ids.isEmpty()
                ? all
                : all.stream().filter(delivery -> ids.contains(delivery.id())).toList();
    }

    private void show(Context request) {
        String id = id(request);
        request.json(room.read(request, progress -> {
            Delivery delivery = ledger.find(id, progress);
            return messages.all(delivery, ledger.view().receipts(delivery, progress));
        }));
    }

    private void approve(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "sha256", "reason");
        String sha256 = Requests.required(
                body, "sha256", "is required: that of the content you approve, as GET /api/deliveries/{id} shows it.");
        String reason = Requests.text(body, "reason");
        line.with("sha256", sha256).with("reason", reason);
        changes.make(
                request,
                line,
                id(request),
                sha256,
                changes.review(true, line.actor(), reason),
                command("approve", request).with("--reason", reason));
    }

    private void reject(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "reason");
        String reason = reason(body, line);
        changes.make(
                request,
                line,
                id(request),
                null,
                changes.review(false, line.actor(), reason),
                command("reject", request).with("--reason", reason));
    }

    private void cancel(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "reason");
        String reason = reason(body, line);
        changes.make(
                request,
                line,
                id(request),
                null,
                new DeliveryAction.Cancel(line.actor(), reason),
                command("cancel", request).with("--reason", reason));
    }

    private void reconcile(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "resolution", "evidence");
        Resolution resolution = resolution(body, line);
        String evidence = evidence(body, line);
        changes.make(
                request,
                line,
                id(request),
                null,
                new DeliveryAction.Reconcile(resolution, line.actor(), evidence),
                command("reconcile", request).with(option(resolution), true).with("--evidence", evidence));
    }

    private void approveAll(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "filter", "dryRun", "reason");
        String reason = Requests.text(body, "reason");
        line.with("reason", reason);
        bulk.make(
                request,
                line,
                body,
                () -> changes.review(true, line.actor(), reason),
                new CommandLine("deliveries approve").with("--reason", reason));
    }

    private void rejectAll(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "filter", "dryRun", "reason");
        String reason = reason(body, line);
        bulk.make(
                request,
                line,
                body,
                () -> changes.review(false, line.actor(), reason),
                new CommandLine("deliveries reject").with("--reason", reason));
    }

    private void cancelAll(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "filter", "dryRun", "reason");
        String reason = reason(body, line);
        bulk.make(
                request,
                line,
                body,
                () -> new DeliveryAction.Cancel(line.actor(), reason),
                new CommandLine("deliveries cancel").with("--reason", reason));
    }

    private void reconcileAll(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "filter", "dryRun", "resolution", "evidence");
        Resolution resolution = resolution(body, line);
        String evidence = evidence(body, line);
        bulk.make(
                request,
                line,
                body,
                () -> new DeliveryAction.Reconcile(resolution, line.actor(), evidence),
                new CommandLine("deliveries reconcile")
                        .with(option(resolution), true)
                        .with("--evidence", evidence));
    }

    private static String reason(JsonNode body, AuditLine line) {
        String reason = Requests.required(body, "reason", "is required. It is recorded in the history.");
        line.with("reason", reason);
        return reason;
    }

    private static String evidence(JsonNode body, AuditLine line) {
        String evidence = Requests.required(
                body, "evidence", "is required: how you know, such as a line of the server's log. It is recorded.");
        line.with("evidence", evidence);
        return evidence;
    }

    private static Resolution resolution(JsonNode body, AuditLine line) {
        String text = Requests.required(body, "resolution", "is required: SENT, NOT_SENT or ABANDONED.");
        Resolution resolution = Arrays.stream(Resolution.values())
                .filter(one -> one.name().equals(text))
                .findFirst()
                .orElseThrow(() -> Requests.wrong("resolution: must be SENT, NOT_SENT or ABANDONED."));
        line.with("resolution", resolution.name());
        return resolution;
    }

    private static String option(Resolution resolution) {
        return switch (resolution) {
            case SENT -> "--sent";
            case NOT_SENT -> "--not-sent";
            case ABANDONED -> "--abandon";
        };
    }

    private static CommandLine command(String verb, Context request) {
        return new CommandLine("deliveries " + verb).about(id(request));
    }

    /** As the client meant it, before it was percent-encoded. */
    static String id(Context request) {
        return request.pathParam("delivery");
    }
}
