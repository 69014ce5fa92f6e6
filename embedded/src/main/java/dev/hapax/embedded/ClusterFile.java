package dev.hapax.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.Uuid;

/**
 * What a cluster's folder says of it, so that its brokers come back as what they were.
 *
 * @param port of the first broker's clients; 0 where the ports are new with every start
 */
record ClusterFile(String id, int brokers, int port) {

    private static final String NAME = "cluster.properties";

    /** A cluster nobody has started yet. */
    static ClusterFile fresh(int brokers, int port) {
        return new ClusterFile(Uuid.randomUuid().toString(), brokers, port);
    }

    static Path in(Path folder) {
        return folder.resolve(NAME);
    }

    static Optional<ClusterFile> read(Path folder) {
        var file = in(folder);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var said = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            said.load(in);
            return Optional.of(new ClusterFile(
                    text(said, "id"), Integer.parseInt(text(said, "brokers")), Integer.parseInt(text(said, "port"))));
        } catch (IOException | IllegalArgumentException e) {
            throw new BrokerException(
                    file + " cannot be read (" + e.getMessage() + "): remove the folder " + folder + " to begin anew",
                    e);
        }
    }

    void write(Path folder) {
        var text = "id=" + id + "\nbrokers=" + brokers + "\nport=" + port + "\n";
        try {
            Files.createDirectories(folder);
            Files.writeString(in(folder), text);
        } catch (IOException e) {
            throw new BrokerException(
                    folder + " cannot be written to (" + e + "): check its permissions or choose another folder", e);
        }
    }

    private static String text(Properties said, String key) {
        var value = said.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no " + key);
        }
        return value;
    }
}
