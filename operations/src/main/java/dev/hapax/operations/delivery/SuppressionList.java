package dev.hapax.operations.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.topics.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The addresses to which nothing is sent. Workers read the list before each claim. */
public final class SuppressionList {

    private static final String SCHEMA = "hapax.suppression/1";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaClients clients;
    private final Clock clock;
    private final String topic;

    /** @throws OperationException when the configuration has no channel */
    public SuppressionList(KafkaClients clients, Clock clock) {
        if (!clients.settings().delivery().isOn()) {
            throw new OperationException("delivery is not configured: add delivery.channels to the configuration");
        }
        this.clients = clients;
        this.clock = clock;
        this.topic = clients.settings().topic(Topic.SUPPRESSIONS);
    }

    /** An address in its normalised form, and who put it on the list, when and why. */
    public record Entry(String address, String by, String at, String reason) {}

    /** From its return on, no worker claims a delivery to that address. */
    public String add(String address, String by, String reason) {
        String key = normalised(address);
        try {
            byte[] value = JSON.writeValueAsBytes(JSON.createObjectNode()
                    .put("schema", SCHEMA)
                    .put("by", by)
                    .put("at", clock.instant().toString())
                    .put("reason", reason));
            write(key, value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
        return key;
    }

    /** @throws UnknownException when it is not on the list */
    public String remove(String address) {
        String key = normalised(address);
        if (list(Progress.UNSEEN).stream().noneMatch(entry -> entry.address().equals(key))) {
            throw new UnknownException(key + " is not suppressed");
        }
        write(key, null);
        return key;
    }

    private static String normalised(String address) {
        if (address.isBlank() || address.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("'" + address + "' must be an address such as ann@example.org");
        }
        return Suppressions.normalised(address);
    }

    private void write(String key, byte @Nullable [] value) {
        clients.write(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value), "the suppression");
    }

    /** By address. */
    public List<Entry> list(Progress progress) {
        TreeMap<String, Entry> found = new TreeMap<>();
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(reader.whole(topic), progress, record -> {
                if (record.key() != null) {
                    String address = new String(record.key(), StandardCharsets.UTF_8);
                    if (record.value() == null) {
                        found.remove(address);
                    } else {
                        found.put(address, entry(address, record.value()));
                    }
                }
                return true;
            });
        }
        return new ArrayList<>(found.values());
    }

    /** Whatever stands in its value, an address on the list is suppressed. */
    private static Entry entry(String address, byte[] value) {
        try {
            JsonNode json = JSON.readTree(value);
            return new Entry(
                    address,
                    json.path("by").asText("?"),
                    json.path("at").asText("?"),
                    json.path("reason").asText("?"));
        } catch (IOException e) {
            return new Entry(address, "?", "?", "(not readable)");
        }
    }
}
