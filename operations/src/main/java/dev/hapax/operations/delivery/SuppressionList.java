package dev.hapax.operations.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.Denials;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.topics.Topic;
import dev.hapax.wire.OptOutFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The addresses to which nothing is sent. Workers read the list before each claim. */
public final class SuppressionList {

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

    /** An address in its normalised form, or {@code sha256:} and its hash, and who put it on the list, when and why. */
    public record Entry(String address, String by, String at, String reason) {}

    /**
     * Puts an address on the list. From its return on, no worker claims a delivery to that address.
     *
     * @return the key under which it is stored: the normalised address, or its hash
     * @throws IllegalArgumentException if it is no address
     */
    public String add(String address, String by, String reason) {
        try (Additions additions = additions(by, reason)) {
            String key = additions.add(address);
            additions.flush();
            return key;
        }
    }

    /**
     * What puts an address on the list once the brokers have it.
     *
     * @throws IllegalArgumentException if it is no address
     */
    ProducerRecord<String, byte[]> addition(String address, String by, String reason) {
        return new ProducerRecord<>(topic, key(address), value(by, reason));
    }

    String key(String address) {
        String plain = Suppressions.checked(address);
        return clients.settings().delivery().hashSuppressions() ? Suppressions.hashed(plain) : plain;
    }

    private byte[] value(String by, String reason) {
        return OptOutFormat.write(by, clock.instant(), reason);
    }

    /** Puts many addresses on the list. */
    public Additions additions(String by, String reason) {
        return new Additions(by, reason);
    }

    /** Writes with one producer; what was added counts after {@link #flush}. Used by one thread. */
    public final class Additions implements AutoCloseable {

        private final byte[] value;
        private final KafkaProducer<byte[], byte[]> producer;
        private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        private final AtomicLong acknowledged = new AtomicLong();

        private Additions(String by, String reason) {
            this.value = value(by, reason);
            this.producer = new KafkaProducer<>(
                    new HashMap<String, Object>(clients.settings().kafka()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        }

        /** @throws IllegalArgumentException if it is no address; nothing is written then */
        public String add(String address) {
            String key = key(address);
            send(key, value);
            return key;
        }

        private void send(String key, byte @Nullable [] content) {
            var unused = producer.send(
                    new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), content), (at, e) -> {
                        if (e == null) {
                            acknowledged.incrementAndGet();
                        } else {
                            failure.compareAndSet(null, e);
                        }
                    });
        }

        /** How many the brokers have. */
        public long acknowledged() {
            return acknowledged.get();
        }

        /** @throws OperationException if the brokers did not take all of them */
        public void flush() {
            producer.flush();
            Exception e = failure.get();
            if (e != null) {
                throw Denials.causeOf(e)
                        .<RuntimeException>map(denied -> denied)
                        .orElseGet(() -> new OperationException(
                                "a suppression could not be written: " + e.getMessage() + ". Run it again: adding an"
                                        + " address twice changes nothing.",
                                e));
            }
        }

        @Override
        public void close() {
            producer.close();
        }
    }

    /**
     * Takes an address off the list, in whichever form it is there.
     *
     * @throws UnknownException when it is not on the list
     */
    public String remove(String address) {
        Set<String> keys = address.startsWith("sha256:")
                ? Set.of(address.strip())
                : Set.of(Suppressions.checked(address), Suppressions.hashed(address));
        List<String> found = list(Progress.UNSEEN).stream()
                .map(Entry::address)
                .filter(keys::contains)
                .toList();
        if (found.isEmpty()) {
            throw new UnknownException(Suppressions.normalised(address) + " is not suppressed");
        }
        found.forEach(key -> clients.write(
                new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), null), "the suppression"));
        return found.get(0);
    }

    /** Whether an entry contains this text, or is the hash of this address. */
    public static boolean matches(Entry entry, @Nullable String text) {
        return text == null
                || entry.address().contains(text.toLowerCase(Locale.ROOT))
                || (text.indexOf('@') > 0 && entry.address().equals(Suppressions.hashed(text)));
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
