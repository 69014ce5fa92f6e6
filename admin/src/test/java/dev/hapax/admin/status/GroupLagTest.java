package dev.hapax.admin.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GroupLagTest {

    private static final String NOBODY = "localhost:1";

    @TempDir
    private Path folder;

    /** The event of every second contains it. */
    @Test
    void shouldNotBlockWhenTheBrokersDoNotAnswer() {
        Settings settings = SettingsFile.parse("""
                kafka: { bootstrap.servers: '%s' }
                sources: [ { topic: in, identity: { field: /id } } ]
                """.formatted(NOBODY), "test.yaml", folder, name -> null)
                .settings();
        StreamsBuilder topology = new StreamsBuilder();
        topology.stream("in").to("out");
        StreamsConfig config = new StreamsConfig(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "hapax",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                NOBODY,
                StreamsConfig.STATE_DIR_CONFIG,
                folder.toString()));
        try (KafkaStreams streams = new KafkaStreams(topology.build(), config);
                GroupLag lag = new GroupLag(settings, streams)) {
            long began = System.nanoTime();

            assertThat(lag.total()).isEmpty();
            assertThat(lag.knownByPartition()).isEmpty();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
        }
    }
}
