package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.Part;
import dev.hapax.operations.Clients;
import io.javalin.config.RoutesConfig;
import java.util.List;

/** What operators ask and do: quarantine, replays and keys, in one reading room. */
public final class OperatorsPart implements Part {

    private final ReadingRoom room;
    private final List<Part> parts;

    public OperatorsPart(AdminContext context, Masking masking) {
        this.room = new ReadingRoom(new Clients(context.settings()), masking);
        this.parts = List.of(
                new QuarantinePart(context, room, masking),
                new ReplayPart(context, room),
                new KeysPart(context, room, masking));
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
