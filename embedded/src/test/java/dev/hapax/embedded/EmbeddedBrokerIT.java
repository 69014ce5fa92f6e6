package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

    @TempDir
    Path folder;

    @Test
    void shouldCommitTransactionsThatAReaderOfCommittedRecordsSees() throws Exception {
        try (var broker = EmbeddedBroker.start(folder)) {
            var client = new Client(broker.bootstrapServers());
            client.createTopic("payments");

            client.abort("payments", "never");
            client.commit("payments", "once");

            assertThat(client.committed("payments")).containsExactly("once");
            assertThat(client.featureLevel("transaction.version")).isEqualTo((short) 2);
            assertThat(broker.failure()).isEmpty();
        }
    }

    @Test
    void shouldKeepItsDataWhenStartedAgainOnTheSameFolder() throws Exception {
        try (var first = EmbeddedBroker.start(folder)) {
            var client = new Client(first.bootstrapServers());
            client.createTopic("payments");
            client.commit("payments", "before");
        }

        try (var second = EmbeddedBroker.start(folder)) {
            var client = new Client(second.bootstrapServers());
            client.commit("payments", "after");

            assertThat(client.committed("payments")).containsExactly("before", "after");
        }
    }

    @Test
    void shouldRunBesideAnotherInTheSameJvm() throws Exception {
        try (var left = EmbeddedBroker.start(folder.resolve("left"));
                var right = EmbeddedBroker.start(folder.resolve("right"))) {
            var onLeft = new Client(left.bootstrapServers());
            var onRight = new Client(right.bootstrapServers());
            onLeft.createTopic("payments");
            onRight.createTopic("payments");

            onLeft.commit("payments", "left");
            onRight.commit("payments", "right");

            assertThat(onLeft.committed("payments")).containsExactly("left");
            assertThat(onRight.committed("payments")).containsExactly("right");
            assertThat(left.port()).isNotEqualTo(right.port());
        }
    }

    @Test
    void shouldLeaveNoThreadsWhenClosed() throws Exception {
        // Kafka's metrics library starts one clock thread per JVM and never ends it: not the broker's own.
        EmbeddedBroker.start(folder.resolve("first")).close();
        var before = threads();

        var broker = EmbeddedBroker.start(folder.resolve("second"));
        var client = new Client(broker.bootstrapServers());
        client.createTopic("payments");
        client.commit("payments", "once");
        broker.close();
        broker.close();

        await().pollInSameThread().untilAsserted(() -> {
            var left = threads();
            left.removeAll(before);
            assertThat(left).isEmpty();
        });
    }

    @Test
    void shouldRefuseATopicThatWasNeverCreated() {
        try (var broker = EmbeddedBroker.start(folder)) {
            var client = new Client(broker.bootstrapServers());

            assertThatThrownBy(() -> client.describe("mispelt"))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }

    @Test
    void shouldSayThatTheFolderIsInUse() {
        try (var broker = EmbeddedBroker.start(folder)) {
            assertThatThrownBy(() -> EmbeddedBroker.start(folder))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("in use by another broker");
            assertThat(broker.failure()).isEmpty();
        }
    }

    @Test
    void shouldSayThatThePortIsTakenAndGiveTheFolderFree() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var options = BrokerOptions.defaults().withPort(taken.getLocalPort());

            assertThatThrownBy(() -> EmbeddedBroker.start(folder, options))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()))
                    .hasMessageContaining("choose another port");
        }

        EmbeddedBroker.start(folder).close();
    }

    @Test
    void shouldSayThatAFileIsNoFolder() throws Exception {
        var file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> EmbeddedBroker.start(file))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("is a file");
    }

    @Test
    void shouldStartAgainAfterASettingThatKafkaRefuses() {
        var wrong = BrokerOptions.defaults().withProperty("num.io.threads", "none");

        assertThatThrownBy(() -> EmbeddedBroker.start(folder, wrong))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("num.io.threads");
        EmbeddedBroker.start(folder).close();
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }
}
