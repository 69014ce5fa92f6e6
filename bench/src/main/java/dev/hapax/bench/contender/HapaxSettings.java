package dev.hapax.bench.contender;

import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.util.stream.Collectors;

/**
 * Hapax as a user of JSON events would configure it. All else but the HTTP server has its default, {@code keyed-by-identity}
 * included, so that what is measured is what users get.
 */
final class HapaxSettings {

    private static final String TEXT = """
            application-id: %s
            kafka:
              bootstrap.servers: %s
            topics:
              prefix: %s.
              partitions: %s
            sources:
              - topic: %s
                format: %s
                keyed-by-identity: %s
                identity:
                  %s
            guard:
              ttl: %ss
              max-lateness: %ss
              rocksdb-memory: %s
            instance:
              threads: %d
              state-dir: '%s'
              commit-interval: %s
            admin:
              enabled: %s
              port: 0
            streams: {%s}
            """;

    /** Option: {@code true} where the record key is the identity already, so that no repartition is needed. */
    static final String KEYED = "keyed-by-identity";

    /** What begins so is a setting of Kafka Streams. */
    private static final String STREAMS = "streams.";

    private HapaxSettings() {}

    static Settings of(Job job) {
        return effective(job).settings();
    }

    static EffectiveSettings effective(Job job) {
        long ttl = job.ttl().toSeconds();
        String text = TEXT.formatted(
                job.group(),
                job.bootstrap(),
                job.group(),
                job.options().getOrDefault("partitions", "4"),
                job.input(),
                job.options().getOrDefault("format", "json"),
                job.options().getOrDefault(KEYED, "false"),
                job.options().getOrDefault("identity", "field: /id"),
                ttl,
                Math.max(1, ttl / 10),
                job.options().getOrDefault("rocksdb-memory", "256MiB"),
                job.threads(),
                job.folder(),
                job.options().getOrDefault("commit-interval", "100ms"),
                job.options().getOrDefault("admin", "false"),
                streams(job));
        return SettingsFile.parse(text, "bench.yaml", job.folder().toAbsolutePath(), name -> null);
    }

    private static String streams(Job job) {
        return job.options().entrySet().stream()
                .filter(option -> option.getKey().startsWith(STREAMS))
                .map(option -> "'" + option.getKey().substring(STREAMS.length()) + "': '" + option.getValue() + "'")
                .collect(Collectors.joining(", "));
    }
}
