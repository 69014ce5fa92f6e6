package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Writes cases down, a line each, such that they can be brought in again byte for byte. */
public final class CaseExport {

    private final KafkaClients clients;
    private final Clock clock;

    public CaseExport(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /** How many were written, and how many records were skipped because Hapax did not write them. */
    public record Count(long exported, long skipped) {}

    public Count export(CaseFilter filter, Progress progress, Consumer<String> lines) {
        try (CaseFiles files = new CaseFiles(clients, clock);
                Inbox inbox = new Inbox(clients, files)) {
            Set<Coordinates> stored = new HashSet<>();
            inbox.list(filter, progress, found -> stored.add(found.summary().stored()));
            long skipped = inbox.skipped();
            long[] count = new long[1];
            inbox.stream(stored, progress, record -> {
                lines.accept(CaseArchive.write(record));
                count[0]++;
                return true;
            });
            return new Count(count[0], skipped);
        }
    }
}
