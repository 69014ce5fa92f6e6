package dev.hapax.operations.keys;

import dev.hapax.config.Settings;
import dev.hapax.domain.Command;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.CommandFormat;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Has the task that owns an identity forget it: writes the command, and waits for the receipt. */
public final class Forgetting {

    private static final Duration STEP = Duration.ofMillis(200);

    private final KafkaClients clients;
    private final Clock clock;

    public Forgetting(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /** What is known of the command by the time the waiting ends. */
    public sealed interface Answer {

        Command.Forget command();

        /** It is done. */
        record Done(Command.Forget command, Command.Forgotten receipt, List<String> meant) implements Answer {}

        /** It is written, and will be executed when an instance gets to it. */
        record Waits(Command.Forget command, boolean instanceRuns) implements Answer {}
    }

    /**
     * Asks for it.
     *
     * @param patience how long a running instance is waited for
     * @throws OperationException when the command is refused
     */
    public Answer forget(String identity, String actor, String reason, Duration patience) {
        Keys.requireIdentity(identity);
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason: must not be empty. It is recorded with the command.");
        }
        Settings settings = clients.settings();
        Command.Forget command =
                new Command.Forget(UUID.randomUUID().toString(), identity, actor, reason.strip(), clock.instant());
        try (TopicReader reader = new TopicReader(clients);
                Admin admin = clients.admin()) {
            TopicPartition partition = partition(reader, settings, identity);
            long end = Objects.requireNonNull(reader.whole(List.of(partition)).get(partition))
                    .to();
            boolean running = isRunning(admin, settings.applicationId());
            write(partition, command);
            if (!running) {
                return new Answer.Waits(command, false);
            }
            Command receipt = await(reader.consumer(), partition, end, command.id(), patience);
            if (receipt instanceof Command.Refused refused) {
                throw new OperationException("refused by the instance: " + refused.explanation());
            }
            return receipt instanceof Command.Forgotten forgotten
                    ? new Answer.Done(
                            command,
                            forgotten,
                            forgotten.entries() > 0 ? List.of() : Keys.suggestions(settings, identity))
                    : new Answer.Waits(command, true);
        }
    }

    private static TopicPartition partition(TopicReader reader, Settings settings, String identity) {
        String topic = settings.topic(Topic.COMMANDS);
        int partitions = reader.partitions(topic).size();
        if (partitions != settings.topics().partitions()) {
            throw new OperationException("topic " + topic + " has " + partitions + " partitions, topics.partitions is "
                    + settings.topics().partitions()
                    + ": the command would not come to the guard of its identity; run 'hapax topics check -c FILE'");
        }
        byte[] key = identity.getBytes(StandardCharsets.UTF_8);
        return new TopicPartition(topic, GuardChangelog.partition(key, partitions));
    }

    private void write(TopicPartition partition, Command.Forget command) {
        byte[] key = command.identity().getBytes(StandardCharsets.UTF_8);
        clients.write(
                new ProducerRecord<>(partition.topic(), partition.partition(), key, CommandFormat.write(command)),
                "the command");
    }

    /** The receipt of a command; null if there is none in time. */
    private static @Nullable Command await(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long from, String id, Duration patience) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        long deadline = System.nanoTime() + patience.toNanos();
        do {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
                byte[] value = record.value();
                if (CommandFormat.id(value).equals(id)) {
                    Command command = CommandFormat.read(Objects.requireNonNull(value));
                    if (!(command instanceof Command.Forget)) {
                        return command;
                    }
                }
            }
        } while (System.nanoTime() < deadline);
        return null;
    }

    /** Whether the application has members, by either group protocol. */
    private static boolean isRunning(Admin admin, String applicationId) {
        List<String> group = List.of(applicationId);
        return members(admin.describeConsumerGroups(group)
                        .all()
                        .thenApply(groups -> groups.values().stream()
                                .mapToInt(described -> described.members().size())
                                .sum()))
                || members(admin.describeStreamsGroups(group)
                        .all()
                        .thenApply(groups -> groups.values().stream()
                                .mapToInt(described -> described.members().size())
                                .sum()));
    }

    private static boolean members(KafkaFuture<Integer> count) {
        try {
            return count.get() > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException
                    || e.getCause() instanceof UnsupportedVersionException) {
                return false;
            }
            throw e.getCause() instanceof AuthorizationException refused
                    ? refused
                    : new OperationException("asking for the members of the group failed: " + e.getMessage(), e);
        }
    }
}
