package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Caller;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Query;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;

/** The routes for operators: quarantine, replays, keys, deliveries and campaigns, which share one reader pool. */
public final class OperatorsPart implements ApiPart {

    private final ReaderPool readers;
    private final DeliveryLedger ledger;
    private final List<ApiPart> parts;

    private OperatorsPart(AdminContext context, Masking masking, Listeners listeners) {
        this.readers = new ReaderPool(new KafkaClients(context.settings()), new CaseView(masking));
        this.ledger = new DeliveryLedger(context);
        DeliveryMessages messages = new DeliveryMessages(context, ledger, masking);
        this.parts = List.of(
                routes -> routes.post("/api/sign-in", Query.none(request -> signIn(context.access(), request))),
                new QuarantinePart(context, readers, masking),
                ReplayPart.start(context, readers, listeners),
                new KeysPart(context, readers, masking),
                new DeliveriesPart(context, readers, ledger, messages),
                new CampaignsPart(context, readers, ledger, messages, masking),
                new SuppressionsPart(context, readers));
    }

    /** @param listeners the clients that get the progress of replays */
    public static OperatorsPart start(AdminContext context, Masking masking, Listeners listeners) {
        return new OperatorsPart(context, masking, listeners);
    }

    /** Checks a token. Changes nothing. */
    private static void signIn(Access access, Context request) {
        Caller caller = access.caller(request);
        Requests.body(request);
        request.json(Map.of("actor", caller.name(), "roles", caller.roleCodes()));
    }

    @Override
    public void addTo(RoutesConfig routes) {
        parts.forEach(part -> part.addTo(routes));
    }

    @Override
    public void close() {
        parts.forEach(ApiPart::close);
        ledger.close();
        readers.close();
    }
}
