package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerProcessIT {

    @TempDir
    Path folder;

    @Test
    void shouldKeepCommittedRecordsWhenKilled() throws Exception {
        try (var first = BrokerProcess.start(folder, BrokerOptions.defaults())) {
            var client = new Client(first.bootstrapServers());
            client.createTopic("payments");
            client.commit("payments", "before");

            first.kill();

            assertThat(first.isAlive()).isFalse();
        }

        try (var second = BrokerProcess.start(folder, BrokerOptions.defaults())) {
            var client = new Client(second.bootstrapServers());
            client.commit("payments", "after");

            assertThat(client.committed("payments")).containsExactly("before", "after");
        }
    }

    @Test
    void shouldStopInGoodOrderAndGiveTheFolderFree() {
        var process = BrokerProcess.start(folder, BrokerOptions.defaults());

        process.close();

        assertThat(process.isAlive()).isFalse();
        EmbeddedBroker.start(folder).close();
    }

    @Test
    void shouldSayWhereToReadWhyItDidNotStart() throws Exception {
        try (var holder = EmbeddedBroker.start(folder)) {
            assertThatThrownBy(() -> BrokerProcess.start(folder, BrokerOptions.defaults()))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContainingAll("broker.log", "in use by another broker");
            assertThat(holder.failure()).isEmpty();
        }
        assertThat(Files.readString(folder.resolve("broker.log"))).contains("in use by another broker");
    }
}
