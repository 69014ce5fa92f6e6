package dev.hapax.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/** The broker as most people get it: the image of Apache Kafka, of our version. */
@Timeout(300)
class BrokerImageIT {

    @TempDir
    private Path folder;

    @Test
    void shouldDecideOnceAndQuarantineAgainstTheImageOfKafka() throws Exception {
        assumeTrue(
                DockerClientFactory.instance().isDockerAvailable(),
                "no Docker engine answers, so apache/kafka can't be run; the same is tested against Kafka's own jars");
        try (KafkaContainer broker = new KafkaContainer("apache/kafka:" + AppInfoParser.getVersion())) {
            broker.start();
            try (Application application =
                    new Application("container", broker.getBootstrapServers(), folder).audited()) {
                ApplicationConfig config = application.config();
                application.createTopics(config);
                try (ApplicationOutputs outputs = application.outputs();
                        HapaxProcess instance = application.start(config)) {
                    long now = System.currentTimeMillis();
                    application.send("first", "Disk full on db-1", now);
                    application.send("first", "Disk full on db-1", now);
                    application.sendPoison("of the container");
                    application.send("second", "Your receipt", now);

                    outputs.awaitTotal(instance, 4);
                    instance.terminate();

                    assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
                    outputs.readAll();
                    assertThat(outputs.decided()).containsExactlyInAnyOrder("first", "second");
                    assertThat(outputs.of(Topic.DUPLICATES)).hasSize(1);
                    assertThat(outputs.of(Topic.ALERTS)).hasSize(1);
                    assertThat(outputs.quarantined()).hasSize(1);
                }
            }
        }
    }
}
