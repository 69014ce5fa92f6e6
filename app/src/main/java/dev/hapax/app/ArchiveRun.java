package dev.hapax.app;

import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.instance.Instance;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Loads the classes that commands and instances use at start, so that the JVM can archive them. The launcher runs it. It
 * needs no broker and leaves nothing behind.
 */
final class ArchiveRun {

    /** A port at which nobody listens. */
    private static final String NOBODY = "127.0.0.1:9";

    private static final Duration MOMENT = Duration.ofMillis(300);

    private ArchiveRun() {}

    public static void main(String[] arguments) throws IOException {
        Path config = Path.of(arguments[0]);
        type("config", "check", "-c", config.toString());
        for (String command : List.of("quarantine", "replay", "key", "verify")) {
            type("help", command);
        }
        Settings settings = SettingsFile.read(config, Environment.ofProcess());
        ConfigOption.sources(settings);
        clients();
        protocol();
        try (WorkFolder folder = WorkFolder.open("archive", null)) {
            instance(folder.path());
        }
        // Clients that nobody answers take their time to close.
        System.exit(0);
    }

    private static void instance(Path folder) throws IOException {
        Path config = Files.writeString(folder.resolve("hapax.yaml"), """
                application-id: nobody
                kafka: { bootstrap.servers: "%s" }
                sources: [ { topic: nothing, identity: { field: /id } } ]
                instance: { state-dir: state }
                admin: { port: 0 }
                """.formatted(NOBODY));
        EffectiveSettings effective = SettingsFile.load(config, Environment.ofProcess());
        Instance.rehearse(effective, ConfigOption.sources(effective.settings()), Clock.systemUTC());
    }

    private static void type(String... words) {
        Hapax.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(words);
    }

    private static void clients() {
        Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", NOBODY, "max.block.ms", "300"));
        try (Admin admin = Admin.create(config);
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var unused = admin.listTopics();
            consumer.assign(List.of(new TopicPartition("nothing", 0)));
            consumer.seek(new TopicPartition("nothing", 0), 0);
            consumer.poll(MOMENT);
            admin.close(Duration.ZERO);
        }
        config.put("transactional.id", "nobody");
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        producer.close(Duration.ZERO);
    }

    /** Requests, answers and records as they travel. */
    private static void protocol() {
        for (ApiKeys api : ApiKeys.clientApis()) {
            api.messageType.newRequest();
            api.messageType.newResponse();
        }
        MemoryRecords records =
                MemoryRecords.withRecords(Compression.lz4().build(), new SimpleRecord(0, new byte[8], new byte[1_000]));
        for (Record record : records.records()) {
            record.sizeInBytes();
        }
    }
}
