package dev.hapax.demo;

import dev.hapax.classify.Classifiers;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.demo.stream.LegacyCsvFormat;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.instance.Instance;
import dev.hapax.intake.Formats;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** A running demo: a broker, its topics and one instance. */
public final class Demo implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedBroker broker;
    private final Settings settings;
    private final Path configFile;
    private final Instance instance;
    private boolean closed;

    private Demo(EmbeddedBroker broker, Settings settings, Path configFile, Instance instance) {
        this.broker = broker;
        this.settings = settings;
        this.configFile = configFile;
        this.instance = instance;
    }

    /**
     * Starts everything, with its data below {@code folder}.
     *
     * @param port of the dashboard, if it is free; otherwise any
     */
    public static Demo start(Path folder, Clock clock, int port) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
        try {
            Path state = folder.resolve("state");
            copyFormat(folder.resolve("plugins"));
            String token = token();
            EffectiveSettings effective =
                    DemoSettings.effective(broker.bootstrapServers(), state, freeOr0(port), token);
            Settings settings = effective.settings();
            createTopics(settings);
            Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
            Instance instance = Instance.start(effective, sources, clock);
            URI address = instance.address().orElseThrow();
            // As a file, so that other commands can be tried on it.
            Path configFile = Files.writeString(
                    folder.resolve("hapax.yaml"),
                    DemoSettings.text(broker.bootstrapServers(), state, address.getPort(), token));
            Demo demo = new Demo(broker, settings, configFile, instance);
            if (!instance.awaitRunning(PATIENCE)) {
                demo.close();
                throw new IllegalStateException("the demo's instance is " + instance.state() + " after " + PATIENCE);
            }
            return demo;
        } catch (IOException | InterruptedException | RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    private static int freeOr0(int port) {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return port == 0 ? 0 : free.getLocalPort();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Beside the configuration, where the launcher looks for plug-ins: other commands read the demo's messages too. */
    private static void copyFormat(Path plugins) throws IOException {
        Path jar;
        try {
            jar = Path.of(LegacyCsvFormat.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of a class is always a URI", e);
        }
        if (Files.isRegularFile(jar)) {
            Files.createDirectories(plugins);
            Files.copy(jar, plugins.resolve("demo-format.jar"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String token() {
        byte[] random = new byte[12];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static void createTopics(Settings settings) {
        try (Cluster cluster = Cluster.connect(settings, PATIENCE)) {
            List<WantedTopic> missing = cluster.inspect(TopicPlan.of(settings)).stream()
                    .filter(finding -> !finding.exists())
                    .map(Cluster.TopicFinding::wanted)
                    .filter(topic -> topic.kind() != WantedTopic.Kind.INTERNAL)
                    .toList();
            cluster.create(missing, settings.topics().partitions(), (short) 1);
        }
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** The dashboard, for a browser that is signed in by opening it. */
    public String signInLink() {
        return address() + "#sign-in=" + settings.admin().token() + "&name=demo";
    }

    /** Where the dashboard is. */
    public URI address() {
        return instance.address().orElseThrow();
    }

    public Settings settings() {
        return settings;
    }

    public Path configFile() {
        return configFile;
    }

    /** Everything an instance reads: the sources and the replays. */
    Set<String> inputs() {
        Set<String> inputs = new HashSet<>();
        settings.sources().stream().map(SourceSettings::topic).forEach(inputs::add);
        inputs.add(settings.topic(Topic.REPLAYS));
        return inputs;
    }

    /** Fails if the instance has stopped. */
    void requireRunning() {
        instance.failure().ifPresent(failure -> {
            throw new IllegalStateException("the demo's instance stopped: " + failure.getMessage(), failure);
        });
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            instance.stop();
            broker.close();
        }
    }
}
