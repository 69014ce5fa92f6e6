package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.ProblemException;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.operations.delivery.StagingRequest;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST /api/deliveries}: stages a delivery, once for each id. */
final class DeliveryStaging {

    private final AdminContext context;
    private final ReaderPool room;
    private final DeliveryLedger ledger;
    private final DeliveryMessages messages;

    DeliveryStaging(AdminContext context, ReaderPool room, DeliveryLedger ledger, DeliveryMessages messages) {
        this.context = context;
        this.room = room;
        this.ledger = ledger;
        this.messages = messages;
    }

    void stage(Context request, AuditLine line) {
        JsonNode body = Requests.body(request, StagingRequest.FIELDS.toArray(String[]::new));
        // Without deliveries, says so.
        ledger.view();
        StagingRequest.person("Hapax-Actor", line.actor());
        StagingRequest staged = StagingRequest.read(body, ledger.settings(), context.sendable());
        line.with("delivery", staged.id()).with("channel", staged.channel());
        Draft draft = staged.draft(
                line.actor(), context.clock().instant(), ledger.settings().longestWait());
        line.with("sha256", draft.sha256());
        Delivery known = room.read(request, progress -> {
            ledger.view().catchUp(progress);
            return ledger.view().find(staged.id());
        });
        if (known == null) {
            staged.requireTime(context.clock().instant(), ledger.settings().longestWait());
        }
        Delivery after = known == null
                ? ledger.actions().stage(staged.id(), draft, staged.artifact(), DeliveryChanges.WAIT)
                : known;
        if (after == null) {
            line.ended(AuditLine.Result.WAITING);
            request.status(202)
                    .json(Map.of(
                            "id",
                            staged.id(),
                            "sha256",
                            draft.sha256(),
                            "decided",
                            false,
                            "command",
                            command(line.actor())));
            return;
        }
        if (!after.draft().isSameAs(draft)) {
            throw new ProblemException(
                    409,
                    "Conflict",
                    "Delivery " + staged.id() + " was staged before with other content ("
                            + after.draft().sha256() + "), which was not changed. Use another id.");
        }
        line.ended(known == null ? AuditLine.Result.DONE : AuditLine.Result.ALREADY);
        Map<String, @Nullable Object> answer = messages.all(after, List.of());
        answer.remove("receipts");
        answer.put("decided", true);
        answer.put("command", command(line.actor()));
        request.status(known == null ? 201 : 200).json(answer);
    }

    private static String command(String actor) {
        return new CommandLine("deliveries stage")
                .with("--json", "REQUEST")
                .by(actor)
                .toString();
    }
}
