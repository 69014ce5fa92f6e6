package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Listeners;
import dev.hapax.operations.KafkaClients;
import io.javalin.config.RoutesConfig;
import java.util.List;

/** What operators ask and do: quarantine, replays and keys, in one reading room. */
public final class OperatorsPart implements ApiPart {

    private final ReaderPool room;
    private final List<ApiPart> parts;

    private OperatorsPart(AdminContext context, Masking masking, Listeners listeners) {
        this.room = new ReaderPool(new KafkaClients(context.settings()), masking);
        this.parts = List.of(
                new SignInPart(context.access()),
                new QuarantinePart(context, room, masking),
                ReplayPart.start(context, room, listeners),
                new KeysPart(context, room, masking));
    }

    /** @param listeners who are told how far replays are */
    public static OperatorsPart start(AdminContext context, Masking masking, Listeners listeners) {
        return new OperatorsPart(context, masking, listeners);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        parts.forEach(part -> part.addTo(routes));
    }

    @Override
    public void close() {
        parts.forEach(ApiPart::close);
        room.close();
    }
}
