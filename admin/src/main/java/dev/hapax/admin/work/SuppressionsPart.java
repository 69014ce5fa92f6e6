package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.Query;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.SuppressionList;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /api/suppressions}: addresses that have opted out. */
final class SuppressionsPart implements ApiPart {

    private static final String PATH = "/api/suppressions";
    private static final List<String> LIST_QUERY = List.of("q", "limit", "after");

    private final AdminContext context;
    private final ReaderPool room;
    private final AuditLog audit;

    /** @param room closed by its owner */
    SuppressionsPart(AdminContext context, ReaderPool room) {
        this.context = context;
        this.room = room;
        this.audit = new AuditLog(context);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get(PATH, ErrorResponses.of(this::list));
        routes.post(PATH, audit.of("suppressions add", this::add));
        routes.post(PATH + "/remove", audit.of("suppressions remove", this::remove));
    }

    private SuppressionList suppressions() {
        return new SuppressionList(new KafkaClients(context.settings()), context.clock());
    }

    private void list(Context request) {
        Query.only(request, LIST_QUERY);
        int limit = Query.limit(request);
        String text = Requests.text(request, "q");
        String after = Requests.text(request, "after");
        SuppressionList suppressions = suppressions();
        List<SuppressionList.Entry> matching = room.read(request, suppressions::list).stream()
                .filter(entry -> SuppressionList.matches(entry, text))
                .toList();
        List<SuppressionList.Entry> rest = matching.stream()
                .filter(entry -> after == null || entry.address().compareTo(after) > 0)
                .toList();
        boolean more = rest.size() > limit;
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put(
                "items",
                rest.stream().limit(limit).map(SuppressionsPart::fields).toList());
        answer.put("next", more ? rest.get(limit - 1).address() : null);
        answer.put("total", matching.size());
        request.json(answer);
    }

    private static Map<String, Object> fields(SuppressionList.Entry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", entry.address());
        fields.put("by", entry.by());
        fields.put("at", entry.at());
        fields.put("reason", entry.reason());
        return fields;
    }

    private void add(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "address", "reason");
        String address = Requests.required(body, "address", "is required, such as ann@example.org.");
        String reason = Requests.required(body, "reason", "is required. It is recorded.");
        line.with("reason", reason);
        SuppressionList suppressions = suppressions();
        String key = suppressions.add(address, line.actor(), reason);
        line.with("address", key);
        answer(request, key, true, command("add", address, reason, line.actor()));
    }

    private void remove(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, "address", "reason");
        String address = Requests.required(body, "address", "is required, such as ann@example.org.");
        String reason = Requests.required(body, "reason", "is required. It is recorded in the audit log.");
        line.with("reason", reason);
        SuppressionList suppressions = suppressions();
        String key = room.read(request, progress -> suppressions.remove(address));
        line.with("address", key);
        answer(request, key, false, command("remove", address, reason, line.actor()));
    }

    private static CommandLine command(String verb, String address, String reason, String actor) {
        return new CommandLine("suppressions " + verb)
                .about(Suppressions.normalised(address))
                .with("--reason", reason)
                .by(actor);
    }

    private static void answer(Context request, String key, boolean suppressed, CommandLine command) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("address", key);
        answer.put("suppressed", suppressed);
        answer.put("command", command.toString());
        request.json(answer);
    }
}
