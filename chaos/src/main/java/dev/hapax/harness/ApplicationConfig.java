package dev.hapax.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A builder of configurations: short timeouts to detect a dead instance, otherwise defaults. */
public final class ApplicationConfig {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Object> root = new LinkedHashMap<>();

    public ApplicationConfig(String application, String bootstrapServers, Path stateFolder) {
        root.put("application-id", application);
        set("kafka", "bootstrap.servers", bootstrapServers);
        set("topics", "prefix", application + ".");
        set("topics", "partitions", 1);
        source(application + ".in", Map.of());
        set("instance", "threads", 1);
        set("instance", "state-dir", stateFolder.toString());
        set("instance", "session-timeout", "4s");
        set("instance", "transaction-timeout", "3s");
        set("instance", "stop-timeout", "20s");
        // Any that is free: others run at the same time.
        set("admin", "port", 0);
    }

    /** Reads this topic, and no other. */
    public ApplicationConfig source(String topic, Map<String, Object> more) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("topic", topic);
        source.put("identity", Map.of("field", "/id"));
        source.putAll(more);
        root.put("sources", List.of(source));
        return this;
    }

    public ApplicationConfig set(String section, String key, Object value) {
        @SuppressWarnings("unchecked") // sections are only put here
        Map<String, Object> settings =
                (Map<String, Object>) root.computeIfAbsent(section, unused -> new LinkedHashMap<String, Object>());
        settings.put(key, value);
        return this;
    }

    /** Writes it as JSON, which is YAML too. */
    public Path write(Path file) throws IOException {
        return Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    }
}
