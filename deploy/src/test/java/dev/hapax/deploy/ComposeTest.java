package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.app.Hapax;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import kafka.server.KafkaConfig;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;

/** Everything compose.yaml names is there, and the brokers and instances understand what they are told. */
class ComposeTest {

    /** Of the compose specification, what is used here: a slip of the pen is none of them. */
    private static final Set<String> SERVICE_KEYS = Set.of(
            "image",
            "build",
            "command",
            "environment",
            "networks",
            "ports",
            "volumes",
            "tmpfs",
            "secrets",
            "read_only",
            "cap_drop",
            "security_opt",
            "mem_limit",
            "restart",
            "stop_grace_period",
            "healthcheck",
            "depends_on");

    private static final Set<String> HEALTH_KEYS =
            Set.of("test", "interval", "timeout", "retries", "start_period", "disable");

    private final JsonNode compose = Repository.yaml("deploy/compose.yaml");
    private final Map<String, JsonNode> services = fields(compose.path("services"));

    ComposeTest() throws IOException {}

    @Test
    void shouldHaveThreeBrokersTwoInstancesAndWhoWatches() {
        assertThat(services)
                .containsOnlyKeys(
                        "kafka-1",
                        "kafka-2",
                        "kafka-3",
                        "topics",
                        "hapax-1",
                        "hapax-2",
                        "traffic",
                        "prometheus",
                        "grafana");
        assertThat(fields(compose).keySet())
                .filteredOn(key -> !key.startsWith("x-"))
                .containsOnly("name", "services", "networks", "volumes", "secrets");
    }

    @Test
    void shouldHaveNoKeyThatComposeDoesNotKnow() {
        services.forEach((name, service) -> {
            assertThat(SERVICE_KEYS).as(name).containsAll(fields(service).keySet());
            assertThat(HEALTH_KEYS)
                    .as(name)
                    .containsAll(fields(service.path("healthcheck")).keySet());
        });
    }

    @Test
    void shouldPinEveryImage() throws IOException {
        services.forEach((name, service) -> {
            String image = service.path("image").asText();
            // Our own has no digest before it is built.
            assertThat(image)
                    .as(name)
                    .matches("[a-z/]+:v?\\d+\\.\\d+\\.\\d+"
                            + (image.startsWith("hapax:") ? "" : "@sha256:[0-9a-f]{64}"));
        });
        String kafka = Repository.text("pom.xml").replaceAll("(?s).*<kafka.version>(.*?)</.*", "$1");
        assertThat(services.values())
                .extracting(service -> service.path("image").asText())
                .filteredOn(image -> image.startsWith("apache/kafka"))
                .isNotEmpty()
                .allSatisfy(image -> assertThat(image).startsWith("apache/kafka:" + kafka + "@"));
    }

    @Test
    void shouldReferToNothingThatIsNotThere() {
        services.forEach((name, service) -> {
            service.path("networks")
                    .forEach(network ->
                            assertThat(fields(compose.path("networks"))).containsKey(network.asText()));
            service.path("secrets")
                    .forEach(secret ->
                            assertThat(fields(compose.path("secrets"))).containsKey(secret.asText()));
            for (JsonNode volume : service.path("volumes")) {
                String from = volume.asText().split(":", 2)[0];
                if (from.startsWith(".")) {
                    assertThat(Repository.DEPLOY.resolve(from)).as(name).exists();
                } else {
                    assertThat(fields(compose.path("volumes"))).as(name).containsKey(from);
                }
            }
            fields(service.path("depends_on")).forEach((other, how) -> {
                assertThat(services).as(name).containsKey(other);
                assertThat(how.path("condition").asText())
                        .isEqualTo(other.equals("topics") ? "service_completed_successfully" : "service_healthy");
                assertThat(fields(how)).containsOnlyKeys("condition");
            });
            if (service.has("build")) {
                Path context = Repository.DEPLOY.resolve(
                        service.path("build").path("context").asText());
                assertThat(fields(service.path("build"))).as(name).containsOnlyKeys("context", "dockerfile");
                assertThat(context.resolve(
                                service.path("build").path("dockerfile").asText()))
                        .as(name)
                        .isRegularFile();
            }
        });
    }

    @Test
    void shouldWaitForWhatIsNeeded() {
        for (String broker : List.of("kafka-1", "kafka-2", "kafka-3")) {
            assertThat(fields(service("topics").path("depends_on"))).containsKey(broker);
        }
        for (String after : List.of("hapax-1", "hapax-2", "traffic")) {
            assertThat(fields(service(after).path("depends_on"))).as(after).containsKey("topics");
        }
        assertThat(service("topics").path("restart").asText())
                .as("who waits for its end waits for ever if it begins again")
                .isEqualTo("no");
    }

    @Test
    void shouldTakeSecretsFromWhatIsAskedForBeforeAnythingStarts() {
        Set<String> asked = new HashSet<>();
        Pattern.compile("\\$\\{(\\w+):\\?")
                .matcher(compose.path("x-hapax-environment").toString())
                .results()
                .forEach(found -> asked.add(found.group(1)));

        assertThat(fields(compose.path("secrets")))
                .isNotEmpty()
                .allSatisfy((name, secret) -> assertThat(asked)
                        .as(name)
                        .contains(secret.path("environment").asText()));
    }

    @Test
    void shouldHaveNothingThatNobodyUses() {
        Set<String> used = new HashSet<>();
        services.values()
                .forEach(service -> List.of("networks", "volumes", "secrets")
                        .forEach(kind -> service.path(kind)
                                .forEach(it -> used.add(kind + " " + it.asText().split(":", 2)[0]))));
        for (String kind : List.of("networks", "volumes", "secrets")) {
            assertThat(fields(compose.path(kind)).keySet())
                    .allSatisfy(name -> assertThat(used).contains(kind + " " + name));
        }
    }

    @Test
    void shouldAskEveryoneForTheirHealth() throws IOException {
        boolean image = Repository.text("deploy/Dockerfile").contains("HEALTHCHECK");
        services.forEach(
                (name, service) -> assertThat(service.has("healthcheck") || (image && name.startsWith("hapax-")))
                        .as(name)
                        .isTrue());
    }

    @Test
    void shouldBeReachedFromThisMachineAlone() {
        Set<String> taken = new HashSet<>();
        services.forEach((name, service) -> service.path("ports").forEach(port -> {
            assertThat(port.asText()).as(name).startsWith("127.0.0.1:");
            assertThat(taken.add(port.asText().split(":", -1)[1])).as(name).isTrue();
        }));
    }

    @Test
    void shouldTellBrokersWhatTheyUnderstand() {
        for (String broker : List.of("kafka-1", "kafka-2", "kafka-3")) {
            Map<String, String> properties = new TreeMap<>();
            environment(broker).forEach((name, value) -> {
                if (name.startsWith("KAFKA_")) {
                    properties.put(
                            name.substring("KAFKA_".length())
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', '.'),
                            value);
                }
            });
            assertThat(AbstractKafkaConfig.CONFIG_DEF.names()).as(broker).containsAll(properties.keySet());
            KafkaConfig config = new KafkaConfig(properties);

            assertThat(config.brokerId()).isEqualTo(Integer.parseInt(broker.substring("kafka-".length())));
            assertThat(properties.get("advertised.listeners")).contains("//" + broker + ":9092");
            assertThat(config.quorumConfig().voters()).hasSize(3);
            assertThat(config.getShort("transaction.state.log.replication.factor"))
                    .isEqualTo((short) 3);
            assertThat(properties)
                    .as("without it nobody reads from the brokers of his own zone")
                    .containsEntry("replica.selector.class", "org.apache.kafka.common.replica.RackAwareReplicaSelector")
                    .containsKey("broker.rack");
        }
    }

    @Test
    void shouldTellInstancesWhatTheyUnderstand() throws IOException {
        Variables variables = Variables.of("deploy/hapax.yaml");
        for (String instance : List.of("hapax-1", "hapax-2", "topics")) {
            Map<String, String> environment = environment(instance);
            assertThat(environment.keySet())
                    .as(instance)
                    .allMatch(variables::read)
                    .containsAll(variables.required());
            environment.put("HAPAX_TOKEN", "0123456789abcdef");
            Settings settings = SettingsFile.read(Repository.DEPLOY.resolve("hapax.yaml"), environment::get);

            if (!instance.equals("topics")) {
                assertThat(settings.admin().advertised()).isEqualTo(instance + ":8090");
                assertThat(settings.instance().instanceId()).isEqualTo(instance);
                assertThat(settings.instance().standbyReplicas())
                        .as("a lost instance costs the session timeout, and no restore")
                        .isPositive();
                assertThat(seconds(service(instance).path("stop_grace_period")))
                        .isGreaterThan(settings.instance().stopTimeout());
            }
        }
    }

    @Test
    void shouldLetInstancesWriteOnlyWhereTheyMust() {
        for (String instance : List.of("hapax-1", "hapax-2")) {
            JsonNode service = service(instance);
            assertThat(service.path("read_only").asBoolean()).isTrue();
            assertThat(service.path("tmpfs").get(0).asText()).startsWith("/tmp:exec,");
            assertThat(service.path("volumes").get(0).asText()).isEqualTo(instance + ":/var/lib/hapax");
            assertThat(service.path("cap_drop").get(0).asText()).isEqualTo("ALL");
        }
    }

    @Test
    void shouldRunCommandsThatThereAre() {
        List<String> words = new ArrayList<>();
        service("topics").path("command").forEach(word -> words.add(word.asText()));

        assertThatCode(() -> Hapax.commandLine().parseArgs(words.toArray(String[]::new)))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldWatchEveryInstanceWithTheirToken() throws IOException {
        JsonNode job = Repository.yaml("deploy/prometheus/prometheus.yaml")
                .path("scrape_configs")
                .get(0);

        assertThat(job.path("static_configs").get(0).path("targets").toString())
                .isEqualTo("[\"hapax-1:8090\",\"hapax-2:8090\"]");
        assertThat(job.path("authorization").path("credentials_file").asText()).isEqualTo("/run/secrets/hapax-token");
        assertThat(service("prometheus").path("secrets").toString()).isEqualTo("[\"hapax-token\"]");
    }

    private JsonNode service(String name) {
        return compose.path("services").path(name);
    }

    private Map<String, String> environment(String service) {
        Map<String, String> environment = new HashMap<>();
        fields(service(service).path("environment")).forEach((name, value) -> environment.put(name, value.asText()));
        return environment;
    }

    private static Duration seconds(JsonNode text) {
        return Duration.parse("PT" + text.asText().toUpperCase(Locale.ROOT));
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new TreeMap<>();
        StreamSupport.stream(object.properties().spliterator(), false)
                .forEach(entry -> fields.put(entry.getKey(), entry.getValue()));
        return fields;
    }
}
