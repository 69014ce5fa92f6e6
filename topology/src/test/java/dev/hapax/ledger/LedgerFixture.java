package dev.hapax.ledger;

import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.SigningKey;
import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import dev.hapax.topics.Topic;
import dev.hapax.topology.StreamsDefaults;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The ledger on its real store, without a broker. */
final class LedgerFixture implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    private final Path folder;
    private final String yaml;
    private final Settings settings;
    private final LedgerOptions options;
    private final Meters meters = Meters.unread();
    private final TopologyTestDriver driver;
    private final Map<Topic, List<TestRecord<byte[], byte[]>>> written = new EnumMap<>(Topic.class);

    /** @param more further settings of {@code delivery}, each line with two spaces in front */
    LedgerFixture(Path folder, String more) {
        try {
            Files.writeString(folder.resolve("key.pem"), SigningKey.generate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.yaml = """
                application-id: ledger-test
                kafka: { bootstrap.servers: "localhost:9092" }
                topics: { partitions: 1 }
                sources: [{ topic: s, identity: { field: /id } }]
                delivery:
                  signing-key: key.pem
                  channels:
                    mail: { smtp: { host: mail.example.com, from: a@example.com, verified-domains: [example.com] } }
                """ + more;
        this.folder = folder;
        this.settings = parse(yaml);
        this.options = LedgerOptions.read(settings.delivery());
        Topology topology = new Topology();
        LedgerTopology.addTo(topology, settings, options, null, meters);
        Properties properties = new Properties();
        properties.putAll(StreamsDefaults.of(settings));
        this.driver = new TopologyTestDriver(topology, properties, NOW);
    }

    private Settings parse(String text) {
        return SettingsFile.parse(text, "test.yaml", folder, name -> null).settings();
    }

    Settings settings() {
        return settings;
    }

    /** The same with another name for the channel. */
    Settings withoutMail() {
        return parse(yaml.replace("mail: { smtp", "post: { smtp"));
    }

    /** A key like the one of the ledger, which it does not know. */
    static SigningKey strangersKey() {
        return SigningKey.read(SigningKey.generate());
    }

    SigningKey key() {
        return options.signingKey();
    }

    /** Stages a mail as anyone can, through the deliveries topic. */
    void stage(String id, String body) {
        send(
                Topic.DELIVERIES,
                id,
                body.getBytes(StandardCharsets.UTF_8),
                Map.of(HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, id + "@example.org"));
    }

    void stage(String channel, String id, String target) {
        send(
                Topic.DELIVERIES,
                id,
                id.getBytes(StandardCharsets.UTF_8),
                Map.of(HeaderNames.CHANNEL, channel, HeaderNames.TARGET, target));
    }

    Map<String, ChannelSettings> channels() {
        return settings.delivery().channels();
    }

    /** The value of a gauge with one tag, or with none. */
    double gauge(Meter gauge, String... tags) {
        return meters.registry().get(gauge.id()).tags(tags).gauge().value();
    }

    double count(Meter counter) {
        return meters.registry().get(counter.id()).functionCounter().count();
    }

    LedgerStore store() {
        return new LedgerStore(keyValueStore());
    }

    KeyValueStore<Bytes, byte[]> keyValueStore() {
        return driver.getKeyValueStore(LedgerStore.NAME);
    }

    void event(String id, DeliveryEvent event) {
        send(Topic.DELIVERY_EVENTS, id, DeliveryFormat.write(event), Map.of());
    }

    void send(Topic topic, @Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
        send(topic, key == null ? null : key.getBytes(StandardCharsets.UTF_8), value, headers);
    }

    void send(Topic topic, byte @Nullable [] key, byte @Nullable [] value, Map<String, String> headers) {
        RecordHeaders all = new RecordHeaders();
        headers.forEach((name, text) -> KafkaHeaders.add(all, name, text));
        driver.createInputTopic(settings.topic(topic), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, value, all));
    }

    void pass(Duration time) {
        driver.advanceWallClockTime(time);
    }

    /** Everything written to a topic so far. */
    List<TestRecord<byte[], byte[]>> written(Topic topic) {
        List<TestRecord<byte[], byte[]>> all = written.computeIfAbsent(topic, unused -> new ArrayList<>());
        all.addAll(driver.createOutputTopic(
                        settings.topic(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList());
        return all;
    }

    /** The delivery as the ledger topic has it; null if it is forgotten or unknown. */
    @Nullable
    Delivery delivery(String id) {
        Delivery last = null;
        for (TestRecord<byte[], byte[]> record : written(Topic.LEDGER)) {
            if (new String(record.key(), StandardCharsets.UTF_8).equals(id)) {
                last = record.value() == null ? null : DeliveryFormat.readDelivery(record.value());
            }
        }
        return last;
    }

    List<Receipt> receipts() {
        return written(Topic.RECEIPTS).stream()
                .map(record -> DeliveryFormat.readReceipt(record.value()))
                .toList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
