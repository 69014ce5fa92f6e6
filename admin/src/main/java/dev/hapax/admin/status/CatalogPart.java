package dev.hapax.admin.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Query;
import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.Case;
import io.javalin.config.RoutesConfig;
import java.util.Arrays;

/** The quarantine reasons and case states of this version, so that clients need no lists of their own. */
public final class CatalogPart implements ApiPart {

    private final String catalog;

    public CatalogPart() {
        ObjectNode json = AdminJson.object();
        ArrayNode reasons = json.putArray("reasons");
        Arrays.stream(Reason.values())
                .forEach(reason -> reasons.addObject()
                        .put("reason", reason.name())
                        .put("disposition", reason.disposition().name())
                        .put("description", reason.description())
                        .put("nextAction", reason.nextAction().code())
                        .put("advice", reason.nextAction().description()));
        ArrayNode states = json.putArray("states");
        Arrays.stream(Case.State.values())
                .forEach(state -> states.addObject().put("state", state.code()).put("resolved", state.resolved()));
        this.catalog = AdminJson.text(json);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/api/catalog",
                Query.none(request -> request.contentType("application/json").result(catalog)));
    }
}
