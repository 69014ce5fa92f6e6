package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Part;
import dev.hapax.operations.Clients;
import io.javalin.config.RoutesConfig;
import java.util.List;

/** What operators ask and do: quarantine, replays and keys, in one reading room. */
public final class OperatorsPart implements Part {

    private final ReadingRoom room;
    private final List<Part> parts;

    private OperatorsPart(AdminContext context, Masking masking, Listeners listeners) {
        this.room = new ReadingRoom(new Clients(context.settings()), masking);
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
        parts.forEach(Part::close);
        room.close();
    }
}
