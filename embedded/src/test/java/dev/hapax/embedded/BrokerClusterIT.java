package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers for all tests, each of which leaves them all running and in sync. */
class BrokerClusterIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static FaultProxy proxy;
    private static BrokerCluster cluster;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        proxy = FaultProxy.listen();
        var options = BrokerOptions.defaults();
        cluster = BrokerCluster.start(folder, List.of(proxy.advertisedBy(options), options, options));
        proxy.connectTo(cluster.port(1));
        admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    @AfterAll
    static void stop() throws Exception {
        admin.close();
        cluster.close();
        proxy.close();
        assertThat(IntStream.rangeClosed(1, 3).filter(cluster::isAlive)).isEmpty();
    }

    @Test
    void shouldTellClientsOfTheAdvertisedPortAndListenOnItsOwn() throws Exception {
        var told = admin.describeCluster().nodes().get();

        assertThat(told.stream().map(node -> node.host() + ":" + node.port()))
                .containsExactlyInAnyOrder(cluster.bootstrapServers().split(","))
                .contains(proxy.bootstrapServers())
                .doesNotContain("127.0.0.1:" + cluster.port(1));
    }

    /** One loss for both, since each costs the time of a session: the leader of the topic coordinates the transaction too. */
    @Test
    void shouldGoOnWithRecordsAndTransactionsWhenABrokerIsLostAndTakeItBack() throws Exception {
        var id = "payments-writer";
        try (var producer = producer(Map.of());
                var transactional = producer(Map.of("transactional.id", id))) {
            transactional.initTransactions();
            var lost = transaction(id).coordinatorId();
            createTopic("payments", lost);
            transactional.beginTransaction();
            transactional
                    .send(new ProducerRecord<>("payments", "in a transaction"))
                    .get();
            producer.send(new ProducerRecord<>("payments", "before")).get();
            var pid = cluster.pid(lost);
            var port = cluster.port(lost);

            cluster.kill(lost);
            transactional.commitTransaction();
            producer.send(new ProducerRecord<>("payments", "meanwhile")).get();

            assertThat(cluster.isAlive(lost)).isFalse();
            assertThat(transaction(id).coordinatorId()).isNotEqualTo(lost);
            assertThat(inSync("payments")).hasSize(2).doesNotContain(lost);
            cluster.restart(lost);
            assertThat(cluster.pid(lost)).isNotEqualTo(pid);
            assertThat(cluster.port(lost)).isEqualTo(port);
            awaitInSync("payments");
        }
        assertThat(new Client(cluster.bootstrapServers()).committed("payments"))
                .containsExactly("in a transaction", "before", "meanwhile");
    }

    @Test
    void shouldNotStartABrokerThatRuns() {
        assertThatThrownBy(() -> cluster.restart(3))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("broker 3 is running");
        assertThatThrownBy(() -> cluster.kill(4))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("1 to 3");
    }

    /** One partition on all brokers, led by this one. */
    private static void createTopic(String topic, int leader) throws Exception {
        var replicas =
                IntStream.iterate(leader, node -> node % 3 + 1).limit(3).boxed().toList();
        admin.createTopics(List.of(new NewTopic(topic, Map.of(0, replicas))))
                .all()
                .get();
        awaitInSync(topic);
    }

    private static void awaitInSync(String topic) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(inSync(topic)).hasSize(3));
    }

    private static List<Integer> inSync(String topic) throws Exception {
        var partition = admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .values()
                .iterator()
                .next();
        return partition.partitions().get(0).isr().stream().map(Node::id).toList();
    }

    private static TransactionDescription transaction(String id) throws Exception {
        return admin.describeTransactions(List.of(id)).description(id).get();
    }

    private static KafkaProducer<String, String> producer(Map<String, Object> more) {
        var settings = new HashMap<String, Object>(more);
        settings.put("bootstrap.servers", cluster.bootstrapServers());
        settings.put("acks", "all");
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }
}
