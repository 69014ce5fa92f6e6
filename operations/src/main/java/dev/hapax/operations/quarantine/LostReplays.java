package dev.hapax.operations.quarantine;

import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens cases again whose replay expired before an instance read it. An instance does so before it reads: after its first commit
 * nobody can tell any more that those replays were never read.
 */
public final class LostReplays {

    private static final Logger LOG = LoggerFactory.getLogger(LostReplays.class);

    private LostReplays() {}

    /** Logs what it did. A failure does not keep the instance from starting. */
    public static void reopen(Settings settings, Sources sources, Clock clock) {
        KafkaClients clients = new KafkaClients(settings);
        try {
            if (!anyExpired(clients)) {
                return;
            }
            try (CaseFiles files = new CaseFiles(clients, clock);
                    CaseWriter writer = new CaseWriter(clients, files, sources, CaseFile.HAPAX, clock)) {
                List<Coordinates> opened = writer.reopenLost(Progress.UNSEEN);
                if (!opened.isEmpty()) {
                    LOG.warn(
                            "{} cases are open again, such as {}: their replays expired before an instance read them",
                            opened.size(),
                            opened.get(0));
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("Cases whose replay expired unread could not be opened again: replay them by hand", e);
        }
    }

    /** Most often nothing has: then the cases need not be read. */
    private static boolean anyExpired(KafkaClients clients) {
        try (TopicReader reader = new TopicReader(clients)) {
            return reader.whole(clients.settings().topic(Topic.REPLAYS)).values().stream()
                    .anyMatch(range -> range.from() > 0);
        }
    }
}
