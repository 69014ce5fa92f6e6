package dev.hapax.app.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Approves or rejects through the API of an instance, so that the approver is known by a token. */
final class DeliveryReview {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATH = "/api/deliveries/";

    private final ApiClient api;
    private final String what;
    private final @Nullable String reason;

    /** @param what {@code approve} or {@code reject} */
    DeliveryReview(ApiClient api, String what, @Nullable String reason) {
        this.api = api;
        this.what = what;
        this.reason = reason;
    }

    int review(List<String> ids, DeliveryFilter filter, boolean yes, boolean json, PrintWriter out) {
        return ids.isEmpty() ? all(filter, yes, json, out) : each(ids, json, out);
    }

    private int each(List<String> ids, boolean json, PrintWriter out) {
        ArrayNode items = JSON.createArrayNode();
        boolean failed = false;
        for (String id : ids) {
            try {
                JsonNode after = one(id);
                items.add(after);
                failed |= !after.path("decided").asBoolean();
                if (!json) {
                    out.println(id + ": " + after.path("state").asText()
                            + (after.path("decided").asBoolean()
                                    ? " (" + after.path("lastWhat").asText() + ")"
                                    : " (written; no instance has read it yet)"));
                }
            } catch (FailedException e) {
                if (ids.size() == 1) {
                    throw e;
                }
                failed = true;
                items.add(JSON.createObjectNode().put("id", id).put("refused", e.getMessage()));
                if (!json) {
                    out.println(id + ": " + e.getMessage());
                }
            }
        }
        if (json) {
            ObjectNode list = JSON.createObjectNode();
            list.set("items", items);
            list.putNull("next");
            out.println(list);
        }
        return failed ? ExitCodes.FAILED : ExitCodes.DONE;
    }

    private JsonNode one(String id) {
        String path = PATH + ApiClient.encoded(id);
        ObjectNode body = body();
        if (what.equals("approve")) {
            body.put("sha256", api.get(path).path("sha256").asText());
        }
        return api.post(path + "/" + what, body);
    }

    private ObjectNode body() {
        ObjectNode body = ApiClient.object();
        if (reason != null) {
            body.put("reason", reason);
        }
        return body;
    }

    private int all(DeliveryFilter filter, boolean yes, boolean json, PrintWriter out) {
        ObjectNode body = body().put("dryRun", !yes);
        body.set("filter", filter.json());
        JsonNode answer = api.post(PATH + what, body);
        long matching = answer.path("matching").asLong();
        long waiting = answer.path("waiting").asLong();
        boolean complete = answer.path("refused").isEmpty() && waiting == 0;
        if (json) {
            out.println(answer);
        } else if (!yes) {
            out.println("Dry run: " + matching + " deliveries match. Add --yes to " + what + " them.");
        } else {
            out.println(answer.path("done").asLong() + " of " + matching + " deliveries: done"
                    + (waiting > 0 ? "; " + waiting + " are written, and no instance has read them yet" : ""));
            answer.path("refused")
                    .forEach(one -> out.println(one.path("id").asText() + ": refused: "
                            + one.path("reason").asText()));
        }
        return complete ? ExitCodes.DONE : ExitCodes.FAILED;
    }
}
