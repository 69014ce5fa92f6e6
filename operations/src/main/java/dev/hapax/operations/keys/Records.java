package dev.hapax.operations.keys;

import dev.hapax.domain.Command;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.Inbox;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.CommandFormat;
import dev.hapax.wire.SuppressionFormat;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the topics beside the guard say of one identity. */
final class Records {

    private static final Logger LOG = LoggerFactory.getLogger(Records.class);

    /** More cases of one identity tell no more. */
    private static final int LISTED = 10;

    private final TopicReader reader;
    private final TopicNames topics;
    private final Progress progress;
    private final String identity;
    private final byte[] key;

    Records(TopicReader reader, TopicNames topics, Progress progress, String identity) {
        this.reader = reader;
        this.topics = topics;
        this.progress = progress;
        this.identity = identity;
        this.key = identity.getBytes(StandardCharsets.UTF_8);
    }

    Why.Suppressed suppressed() {
        Why.Suppressed[] found = {Why.Suppressed.NEVER};
        readKeyed(topics.of(Topic.DUPLICATES), value -> {
            try {
                found[0] = found[0].and(SuppressionFormat.kind(value), SuppressionFormat.at(value));
            } catch (IllegalArgumentException | UncheckedIOException e) {
                LOG.warn(
                        "A record of {} under {} is not one of Hapax's and not counted",
                        topics.of(Topic.DUPLICATES),
                        identity,
                        e);
            }
        });
        return found[0];
    }

    /** The cases of its messages, the newest last. */
    List<Case> quarantined(Inbox inbox) {
        Deque<Case> cases = new ArrayDeque<>();
        inbox.list(CaseFilter.ALL, progress, found -> {
            if (identity.equals(found.summary().identity())) {
                cases.addFirst(found);
            }
            return cases.size() < LISTED;
        });
        return List.copyOf(cases);
    }

    List<Why.Commanded> commands() {
        Map<String, Why.Commanded> commands = new LinkedHashMap<>();
        readKeyed(topics.of(Topic.COMMANDS), value -> {
            Command command;
            try {
                command = CommandFormat.read(value);
            } catch (IllegalArgumentException e) {
                // Nobody's command: it was answered with a receipt that says so.
                return;
            }
            if (command instanceof Command.Forget forget) {
                commands.put(forget.id(), new Why.Commanded(forget, null));
            } else {
                // The first receipt counts: a command that is read again is answered again, and not executed.
                commands.computeIfPresent(
                        command.id(),
                        (id, asked) -> asked.receipt() == null ? new Why.Commanded(asked.command(), command) : asked);
            }
        });
        return List.copyOf(commands.values());
    }

    /** Shows the values under the identity, in the partition it belongs to. */
    private void readKeyed(String topic, Consumer<byte[]> values) {
        Map<TopicPartition, Range> part = reader.whole(List.of(reader.partitionOf(topic, key)));
        reader.read(part, progress, record -> {
            if (record.value() != null && Arrays.equals(record.key(), key)) {
                values.accept(record.value());
            }
            return true;
        });
    }
}
