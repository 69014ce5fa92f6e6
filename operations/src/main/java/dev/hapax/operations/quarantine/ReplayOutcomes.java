package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.MessageRef;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseAction.Result.Replayed;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.HeaderNames;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Waits for the outcomes of replays. Created before the replays are written, so that none is missed. */
public final class ReplayOutcomes implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(100);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TopicNames topics;
    private final KafkaConsumer<byte[], byte[]> consumer;

    public ReplayOutcomes(KafkaClients clients) {
        this.topics = clients.settings().topicNames();
        this.consumer = clients.consumer(Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, (int) STEP.toMillis()));
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic :
                List.of(topics.of(Topic.DECISIONS), topics.of(Topic.DUPLICATES), topics.of(Topic.QUARANTINE))) {
            consumer.partitionsFor(topic)
                    .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        }
        consumer.assign(partitions);
        // Sought now and not with the first poll, which comes after the replay.
        consumer.endOffsets(partitions).forEach(consumer::seek);
    }

    /**
     * Waits until the outcome of each is known, but not longer than that.
     *
     * @return one for each of them, in their order
     */
    public Map<Replayed, ReplayOutcome> await(Collection<Replayed> given, Duration longest, Progress progress) {
        Map<Replayed, ReplayOutcome> found = new HashMap<>();
        Set<Replayed> left = new HashSet<>(given);
        int all = left.size();
        long end = System.nanoTime() + longest.toNanos();
        while (!left.isEmpty() && System.nanoTime() - end < 0) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
                Replayed replayed = replayed(record);
                if (replayed != null && left.contains(replayed)) {
                    ReplayOutcome outcome = outcome(record);
                    if (outcome != null) {
                        left.remove(replayed);
                        found.put(replayed, outcome);
                    }
                }
            }
            progress.at("waiting for outcomes", all - left.size(), all);
        }
        Map<Replayed, ReplayOutcome> outcomes = new LinkedHashMap<>();
        for (Replayed one : given) {
            outcomes.put(one, found.getOrDefault(one, ReplayOutcome.notKnown(longest.toSeconds())));
        }
        return outcomes;
    }

    /** By headers alone: most records are of other messages, and are not worth parsing. */
    private @Nullable Replayed replayed(ConsumerRecord<byte[], byte[]> record) {
        boolean quarantined = record.topic().equals(topics.of(Topic.QUARANTINE));
        MessageRef about = MessageRef.of(record.headers(), quarantined);
        return about == null || about.generation() == 0 ? null : new Replayed(about.at(), about.generation());
    }

    private @Nullable ReplayOutcome outcome(ConsumerRecord<byte[], byte[]> record) {
        if (record.topic().equals(topics.of(Topic.QUARANTINE))) {
            Quarantined again = Quarantined.read(record);
            return again == null
                    ? null
                    : ReplayOutcome.quarantined(
                            again.header(HeaderNames.REASON), again.header(HeaderNames.ERROR_MESSAGE));
        }
        JsonNode json = json(record.value());
        if (json == null) {
            return null;
        }
        if (record.topic().equals(topics.of(Topic.DECISIONS))) {
            return ReplayOutcome.decided(
                    json.path("label").asText(), json.path("important").asBoolean());
        }
        JsonNode first = json.path("first");
        JsonNode at = first.path("at");
        try {
            return ReplayOutcome.duplicate(
                    new Coordinates(
                            at.path("topic").asText(),
                            at.path("partition").asInt(),
                            at.path("offset").asLong()),
                    first.path("label").asText(),
                    first.path("outcome").asText().equals("quarantined"));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable JsonNode json(byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        try {
            return JSON.readTree(value);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
