package dev.hapax.demo.delivery;

import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.SigningKey;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/** A broker, a configuration with its topics, and the processes of a demo, with everything that they write in one folder. */
final class DemoSite implements AutoCloseable {

    private static final String HAPAX = "dev.hapax.app.Hapax";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path folder;
    private final EmbeddedBroker broker;
    private final Path configFile;
    private final KafkaClients clients;
    private final List<DemoProcess> processes = new ArrayList<>();

    private DemoSite(Path folder, EmbeddedBroker broker, Path configFile, KafkaClients clients) {
        this.folder = folder;
        this.broker = broker;
        this.configFile = configFile;
        this.clients = clients;
    }

    /**
     * Starts the broker and creates the topics. Writes {@code signing.pem} beside the configuration.
     *
     * @param config the configuration for the address of the broker
     */
    static DemoSite start(Path folder, UnaryOperator<String> config) throws IOException {
        Files.createDirectories(folder);
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
        Files.writeString(folder.resolve("signing.pem"), SigningKey.generate());
        Path configFile = Files.writeString(folder.resolve("hapax.yaml"), config.apply(broker.bootstrapServers()));
        Settings settings = SettingsFile.read(configFile, name -> null);
        createTopics(settings);
        return new DemoSite(folder, broker, configFile, new KafkaClients(settings));
    }

    private static void createTopics(Settings settings) {
        try (Cluster cluster = Cluster.connect(settings, PATIENCE)) {
            List<WantedTopic> wanted = TopicPlan.of(settings).stream()
                    .filter(topic -> topic.kind() != WantedTopic.Kind.INTERNAL)
                    .toList();
            cluster.create(wanted, settings.topics().partitions(), (short) 1);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Hexadecimal digits that nobody can guess. */
    static String secret(int bytes) {
        return HexFormat.of().formatHex(new SecureRandom().generateSeed(bytes));
    }

    /** Starts a server in a process of its own. */
    AcceptedLog server(String name, Class<?> server, int port) throws IOException {
        Path log = folder.resolve(name + "-accepted.log");
        start(name, server.getName(), Integer.toString(port), log.toString());
        return new AcceptedLog(log);
    }

    /** Starts a command of Hapax in a process of its own. */
    DemoProcess hapax(String name, String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("-c", configFile.toString()));
        return start(name, HAPAX, words.toArray(String[]::new));
    }

    private DemoProcess start(String name, String mainClass, String... arguments) throws IOException {
        DemoProcess process = DemoProcess.start(folder.resolve(name + ".log"), mainClass, arguments);
        processes.add(process);
        return process;
    }

    Path folder() {
        return folder;
    }

    Path configFile() {
        return configFile;
    }

    KafkaClients clients() {
        return clients;
    }

    @Override
    public void close() {
        processes.forEach(DemoProcess::close);
        broker.close();
    }
}
