package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.embedded.BrokerOptions;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a cluster that asks who one is: what a person without rights is told, and that the rights named are enough. */
@Timeout(180)
class RightsIT {

    private static final String NAME = "rights";
    private static final String PLAIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s-secret\"%s;";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker(asksWhoOneIs());

    private static Admin admin;
    private static HapaxProcess instance;
    private static Path owner;

    private static BrokerOptions asksWhoOneIs() {
        return BrokerOptions.defaults()
                .withProperty(
                        "listener.security.protocol.map",
                        "CLIENTS:SASL_PLAINTEXT,BROKERS:PLAINTEXT,CONTROLLER:PLAINTEXT")
                .withProperty("sasl.enabled.mechanisms", "PLAIN")
                .withProperty(
                        "listener.name.clients.plain.sasl.jaas.config",
                        PLAIN.formatted(
                                "owner",
                                "owner",
                                Stream.of("owner", "reader", "operator", "stranger")
                                        .map(user -> " user_" + user + "=\"" + user + "-secret\"")
                                        .reduce("", String::concat)))
                .withProperty("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                // The listeners of brokers and controller ask nobody.
                .withProperty("super.users", "User:owner;User:ANONYMOUS");
    }

    /** One message decided and one in quarantine, by an instance that logs in. */
    @BeforeAll
    static void start() throws Exception {
        owner = config("owner");
        admin = Admin.create(new HashMap<String, Object>(login("owner")));
        Typed created =
                Typed.hapax("topics", "create", "-c", owner.toString(), "--replication-factor", "1", "--with-sources");
        assertThat(created.exitCode()).as(created.err()).isZero();
        instance = HapaxProcess.start(BROKER.folder().resolve("instance.log"), "run", "-c", owner.toString());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                new HashMap<String, Object>(login("owner")), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String value : List.of("{\"id\":\"m1\",\"subject\":\"Payment failed\"}", "{broken")) {
                producer.send(new ProducerRecord<>(NAME + ".in", value.getBytes(StandardCharsets.UTF_8)))
                        .get(30, TimeUnit.SECONDS);
            }
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            assertThat(instance.isAlive()).as(instance.printed()).isTrue();
            return cases(owner).equals(List.of(caseId()));
        });
    }

    @AfterAll
    static void stop() {
        instance.close();
        admin.close();
    }

    @Test
    void shouldSayWhatIsMissingToSomeoneWithoutRights() throws Exception {
        Path stranger = config("stranger");

        assertThat(refused(stranger, "quarantine", "list"))
                .contains("not authorized on topic rights.quarantine", "Read");
        assertThat(refused(stranger, "key", "why", "m1")).contains("not authorized on", "Grant");
        assertThat(refused(stranger, "verify")).contains("not authorized on", "Grant");
        assertThat(refused(stranger, "replay", "--topic", NAME + ".in", "--to-earliest"))
                .contains("not authorized on topic rights.in", "Grant");
        assertThat(refused(stranger, "run")).contains("topic rights.in does not exist", "grant this user Describe");
    }

    @Test
    void shouldLetAReaderLookAndChangeNothing() throws Exception {
        Path reader = config("reader");
        allow("reader", ResourceType.TOPIC, AclOperation.READ);
        allow("reader", ResourceType.GROUP, AclOperation.DESCRIBE);

        assertThat(cases(reader)).containsExactly(caseId());
        assertThat(done(reader, "quarantine", "show", caseId())).contains("UNREADABLE");
        assertThat(done(reader, "key", "why", "m1")).contains("m1");
        assertThat(refused(reader, "verify")).contains("DescribeConfigs granted", "--topic rights.");
        allow("reader", ResourceType.TOPIC, AclOperation.DESCRIBE_CONFIGS);
        assertThat(done(reader, "verify")).contains("Nothing lost");
        assertThat(refused(reader, "quarantine", "drop", caseId(), "--reason", "not ours"))
                .contains("not authorized to write in transactions");
        assertThat(refused(reader, "replay", "--topic", NAME + ".in", "--to-earliest", "--execute"))
                .contains("not authorized");
        assertThat(refused(reader, "key", "forget", "m1", "--reason", "to act again"))
                .contains("not authorized on", "Write");
    }

    @Test
    void shouldLetAnOperatorWorkWithTheRightsTheErrorsName() throws Exception {
        Path operator = config("operator");
        allow("operator", ResourceType.TOPIC, AclOperation.READ, AclOperation.WRITE);
        assertThat(refused(operator, "quarantine", "note", caseId(), "--reason", "looked at"))
                .contains("not authorized to write in transactions", "--transactional-id");
        allow("operator", ResourceType.TRANSACTIONAL_ID, AclOperation.WRITE);
        allow("operator", ResourceType.GROUP, AclOperation.READ);

        assertThat(done(operator, "quarantine", "note", caseId(), "--reason", "looked at"))
                .contains(caseId());
        assertThat(done(operator, "replay", "--topic", NAME + ".in", "--to-earliest", "--execute"))
                .contains("1 messages replayed");
    }

    private static String refused(Path config, String... words) {
        Typed typed = typed(config, words);
        assertThat(typed.exitCode()).as(typed.out() + typed.err()).isEqualTo(ExitCodes.FAILED);
        assertThat(typed.err()).as("a person's words").doesNotContain("Exception", "unexpected");
        return typed.err();
    }

    private static String done(Path config, String... words) {
        Typed typed = typed(config, words);
        assertThat(typed.exitCode()).as(typed.out() + typed.err()).isZero();
        return typed.out();
    }

    private static Typed typed(Path config, String... words) {
        return Typed.hapax(Stream.of(words, new String[] {"-c", config.toString()})
                .flatMap(Stream::of)
                .toArray(String[]::new));
    }

    private static List<String> cases(Path config) {
        return done(config, "quarantine", "list", "--ids").lines().toList();
    }

    private static String caseId() {
        return NAME + ".in-0@1";
    }

    private static void allow(String user, ResourceType type, AclOperation... operations) throws Exception {
        admin.createAcls(Stream.of(operations)
                        .map(operation -> new AclBinding(
                                new ResourcePattern(type, NAME, PatternType.PREFIXED),
                                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW)))
                        .toList())
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static Path config(String user) throws Exception {
        ApplicationConfig config = new ApplicationConfig(
                NAME, BROKER.bootstrapServers(), BROKER.folder().resolve("state-" + user));
        login(user).forEach((key, value) -> config.set("kafka", key, value));
        return config.write(BROKER.folder().resolve(user + ".yaml"));
    }

    private static Map<String, String> login(String user) {
        return Map.of(
                "bootstrap.servers",
                BROKER.bootstrapServers(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                PLAIN.formatted(user, user, ""));
    }
}
