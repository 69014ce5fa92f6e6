package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AuditLine;
import dev.hapax.delivery.Delivery;
import dev.hapax.operations.delivery.DeliveryAction;
import dev.hapax.operations.delivery.DeliveryPage;
import dev.hapax.operations.delivery.DeliveryQuery;
import dev.hapax.operations.delivery.LedgerActions;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Does one thing to all deliveries that match; only counts them unless {@code dryRun} is false. */
final class DeliveryBulk {

    private static final Set<String> FILTERS = Set.of("state", "channel", "stagedBy", "target", "campaign", "q");
    private static final Duration WAIT = Duration.ofSeconds(25);
    private static final int MOST_REFUSED = 100;

    private final ReaderPool room;
    private final DeliveryLedger ledger;
    private final DeliveryChanges changes;
    private final ReentrantLock turn = new ReentrantLock();

    DeliveryBulk(ReaderPool room, DeliveryLedger ledger, DeliveryChanges changes) {
        this.room = room;
        this.ledger = ledger;
        this.changes = changes;
    }

    void make(Context request, AuditLine line, JsonNode body, Supplier<DeliveryAction> action, CommandLine command) {
        DeliveryQuery query = query(body.path("filter"));
        if (!query.isSet()) {
            throw Requests.wrong("filter: is required, such as {\"state\":\"AWAITING_APPROVAL\"}. Known: "
                    + String.join(", ", new TreeSet<>(FILTERS)));
        }
        boolean dryRun = !body.hasNonNull("dryRun") || Requests.flag(body, "dryRun");
        List<Delivery> chosen = room.read(
                request,
                progress -> ledger.all(progress).stream()
                        .filter(query)
                        .sorted(DeliveryPage.Order.REVIEW.comparator())
                        .toList());
        String shown =
                with(command, query).with("--yes", !dryRun).by(line.actor()).toString();
        line.with("deliveries", shown).with("matching", chosen.size());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("matching", chosen.size());
        if (dryRun) {
            line.with("dryRun", true);
            answer.put("done", 0);
            answer.put("waiting", 0);
            answer.put("refused", List.of());
        } else {
            execute(request, line, chosen, action.get(), answer);
        }
        answer.put("command", shown);
        request.json(answer);
    }

    private void execute(
            Context request,
            AuditLine line,
            List<Delivery> chosen,
            DeliveryAction action,
            Map<String, @Nullable Object> answer) {
        if (!turn.tryLock()) {
            throw ErrorResponses.later(request, "This instance is changing other deliveries. Try again.");
        }
        Map<String, LedgerActions.Result> results;
        try {
            results = changes.decided(request, chosen, action, WAIT);
        } finally {
            turn.unlock();
        }
        List<Map<String, Object>> refused = new ArrayList<>();
        int done = 0;
        int waiting = 0;
        for (Map.Entry<String, LedgerActions.Result> result : results.entrySet()) {
            String why = result.getValue().refused();
            if (!result.getValue().decided()) {
                waiting++;
            } else if (why == null) {
                done++;
            } else {
                refused.add(Map.of("id", result.getKey(), "reason", why));
            }
        }
        line.with("done", done).with("refused", refused.size()).with("waiting", waiting);
        line.ended(
                done > 0 || refused.isEmpty()
                        ? waiting > 0 ? AuditLine.Result.WAITING : AuditLine.Result.DONE
                        : AuditLine.Result.REFUSED);
        answer.put("done", done);
        answer.put("waiting", waiting);
        answer.put("refused", refused.subList(0, Math.min(refused.size(), MOST_REFUSED)));
    }

    private static DeliveryQuery query(JsonNode filter) {
        if (!filter.isMissingNode() && !filter.isObject()) {
            throw Requests.wrong("filter: must be an object with " + String.join(", ", new TreeSet<>(FILTERS)));
        }
        Set<String> unknown = new TreeSet<>();
        filter.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(FILTERS);
        if (!unknown.isEmpty()) {
            throw Requests.wrong("filter: has unknown fields: "
                    + unknown.iterator().next() + ". Known: " + String.join(", ", new TreeSet<>(FILTERS)));
        }
        return new DeliveryQuery(
                DeliveryQuery.states(Requests.texts(filter, "state", "[\"STRANDED\"]").stream()
                        .flatMap(text -> List.of(text.split(",")).stream())
                        .map(String::strip)
                        .toList()),
                Requests.text(filter, "channel"),
                Requests.text(filter, "stagedBy"),
                Requests.text(filter, "target"),
                Requests.text(filter, "q"),
                Requests.text(filter, "campaign"),
                false);
    }

    private static CommandLine with(CommandLine command, DeliveryQuery query) {
        return command.with(
                        "--state",
                        query.states().stream().map(Enum::name).sorted().collect(Collectors.joining(",")))
                .with("--channel", query.channel())
                .with("--staged-by", query.stagedBy())
                .with("--target", query.target())
                .with("--campaign", query.campaign())
                .with("--text", query.text());
    }
}
