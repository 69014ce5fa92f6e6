package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Clients;
import dev.hapax.operations.Progress;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Writes cases down, a line each, such that they can be brought in again byte for byte. */
public final class CaseExport {

    private final Clients clients;

    public CaseExport(Clients clients) {
        this.clients = clients;
    }

    /** @return how many there were */
    public long export(CaseFilter filter, Progress progress, Consumer<String> lines) {
        try (Inbox inbox = new Inbox(clients)) {
            Set<Coordinates> stored = new HashSet<>();
            inbox.list(filter, progress, found -> stored.add(found.summary().stored()));
            long[] count = new long[1];
            inbox.stream(stored, progress, record -> {
                lines.accept(CaseArchive.write(record));
                count[0]++;
                return true;
            });
            return count[0];
        }
    }
}
