package dev.hapax.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCommandIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temporary;

    @AfterEach
    void stop() {
        cluster("down");
    }

    /** One life of a cluster, since each start of brokers costs seconds. */
    @Test
    void shouldComeUpLoseABrokerBeMadeWholeAndGoDown() throws Exception {
        assertThat(cluster("status").err()).contains("There is no cluster in", "cluster up");
        int port = freePorts();

        Typed up = cluster("up", "--port", Integer.toString(port));
        assertThat(up.exitCode()).as(up.err()).isZero();
        assertThat(up.out()).contains("The cluster is running: 127.0.0.1:" + port + ",", "topics create");
        JsonNode whole = status(0);
        assertThat(whole.get("alive").asInt()).isEqualTo(3);
        assertThat(whole.get("underReplicated").asInt()).isZero();
        assertThat(leaders(whole)).hasSize(1);

        shouldTakeSamples(whole.get("bootstrapServers").asText());

        ProcessHandle lost = ProcessHandle.of(pids(whole).get(1)).orElseThrow();
        lost.destroyForcibly();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> status(1).get("alive").asInt() == 2);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> status(1).get("underReplicated").asInt() > 0);
        assertThat(cluster("status").out()).containsPattern("2 +- +127.0.0.1:" + (port + 1) + " +dead");

        Typed again = cluster("up");
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.err()).contains("Starting 1 of 3 brokers");
        List<Long> now = pids(status(0));
        assertThat(now.get(0)).isEqualTo(pids(whole).get(0));
        assertThat(now.get(1)).isNotEqualTo(lost.pid());
        assertThat(now.get(2)).isEqualTo(pids(whole).get(2));
        assertThat(cluster("up").out()).contains("already running");
        assertThat(cluster("up", "--port", Integer.toString(port + 1)).err()).contains("cannot move to " + (port + 1));

        Path notes = Files.createFile(folder().resolve("notes"));
        assertThat(cluster("down").out()).contains("Stopped 3 of 3 brokers");
        assertThat(status(1).get("alive").asInt()).isZero();
        assertThat(cluster("down", "--delete").out()).contains("No broker was running", "Removed");
        assertThat(folder()).isDirectoryContaining(file -> file.equals(notes)).isNotEmptyDirectory();
        assertThat(cluster("status").err()).contains("There is no cluster in");
    }

    private void shouldTakeSamples(String bootstrapServers) throws IOException {
        String config = Files.writeString(
                        temporary.resolve("hapax.yaml"),
                        "application-id: sampled\nkafka: {bootstrap.servers: '" + bootstrapServers
                                + "'}\nsources: [{topic: sampled.in, identity: {field: /id}}]\n")
                .toString();
        assertThat(Typed.hapax("sample", "-c", config).err()).contains("topic sampled.in does not exist");
        Typed created = Typed.hapax("topics", "create", "-c", config, "--with-sources");
        assertThat(created.exitCode()).as(created.err()).isZero();

        Typed sample = Typed.hapax("sample", "-c", config, "--messages", "200", "--rate", "0", "-o", "json");

        assertThat(sample.exitCode()).as(sample.err()).isZero();
        assertThat(sample.out())
                .contains("\"topic\":\"sampled.in\"")
                .contains("\"sent\":200,\"new\":180,\"again\":18,\"unreadable\":2");
    }

    @Test
    void shouldSayWhichPortIsTakenAndStartNothing() throws Exception {
        int port = freePorts();
        try (ServerSocket taken = listen(port + 11)) {
            Typed up = cluster("up", "--port", Integer.toString(port));

            assertThat(up.exitCode()).isEqualTo(1);
            assertThat(up.err()).contains("broker 2 needs port " + taken.getLocalPort(), "--port");
            assertThat(status(1).get("alive").asInt()).isZero();
        }
        assertThat(cluster("up", "--port", "70000").exitCode()).isEqualTo(2);
    }

    private Path folder() {
        return temporary.resolve("cluster");
    }

    private Typed cluster(String command, String... more) {
        return Typed.hapax(
                Stream.concat(Stream.of("cluster", command, "--folder", folder().toString()), Stream.of(more))
                        .toArray(String[]::new));
    }

    private JsonNode status(int exitCode) throws IOException {
        Typed status = cluster("status", "-o", "json");
        assertThat(status.exitCode()).as(status.out()).isEqualTo(exitCode);
        return JSON.readTree(status.out());
    }

    private static List<Long> pids(JsonNode status) {
        return StreamSupport.stream(status.get("brokers").spliterator(), false)
                .map(broker -> broker.get("pid").asLong())
                .toList();
    }

    private static List<JsonNode> leaders(JsonNode status) {
        return StreamSupport.stream(status.get("brokers").spliterator(), false)
                .filter(broker -> broker.get("controller").asBoolean())
                .toList();
    }

    /** The first of 30 ports that nobody has now; below those that the system gives to connections. */
    private static int freePorts() throws IOException {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (areFree(first)) {
                return first;
            }
        }
    }

    private static boolean areFree(int first) throws IOException {
        for (int port = first; port < first + 30; port++) {
            try {
                listen(port).close();
            } catch (BindException e) {
                return false;
            }
        }
        return true;
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }
}
