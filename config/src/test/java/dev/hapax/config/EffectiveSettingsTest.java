package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffectiveSettingsTest {

    @Test
    void shouldPrintAFileThatReadsTheSame() throws IOException {
        try (var resource = EffectiveSettingsTest.class.getResourceAsStream("/full.yaml")) {
            // Secrets and hashes of tokens are shown masked, and so can't be read back.
            String full = new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceFirst("(?m)^  users:\n(    .*\n)+", "")
                    .replaceFirst("(?m)^  unsubscribe: .*\n", "");
            for (String yaml : new String[] {full, Yaml.KAFKA + Yaml.SOURCES}) {
                EffectiveSettings effective = Yaml.load(yaml, Map.of());

                EffectiveSettings again = Yaml.load(effective.yaml(), Map.of());

                assertThat(again).isEqualTo(effective);
                assertThat(again.yaml()).isEqualTo(effective.yaml());
            }
        }
    }

    @Test
    void shouldShowDefaultsAsPeopleWriteThem() {
        assertThat(Yaml.load(Yaml.KAFKA + Yaml.SOURCES, Map.of()).yaml())
                .startsWith("application-id: hapax\nkafka:\n  bootstrap.servers: broker:9092\n")
                .contains(
                        "  - topic: orders\n    name: orders\n",
                        "    identity:\n      field: /id\n",
                        "classifiers:\n  rules:\n    type: rules\n",
                        "  bucket: 3h\n",
                        "  filter-memory: 128MiB\n",
                        "  changelog-extra-retention: 7d\n",
                        "  state-dir: /etc/hapax/state\n",
                        "  instance-id: null\n");
    }

    @Test
    void shouldBeFitForJson() throws JsonProcessingException {
        EffectiveSettings effective = Yaml.load(Yaml.KAFKA + Yaml.SOURCES, Map.of());

        assertThat(new ObjectMapper().writeValueAsString(effective.shown()))
                .contains("\"topics\":{\"prefix\":\"hapax.\",\"partitions\":6}", "\"leave-group\":true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.key.password", "ssl.keystore.password", "ssl.truststore.password", "ssl.keystore.key",
                "sasl.jaas.config", "sasl.oauthbearer.client.credentials.client.secret", "some.api-key", "my.token",
                "SSL.KEY.PASSWORD"
            })
    void shouldMaskWhatSoundsLikeACredential(String key) {
        String yaml = "kafka: { bootstrap.servers: b, " + key + ": hunter2 }\n" + Yaml.SOURCES;

        EffectiveSettings effective = Yaml.load(yaml, Map.of());

        assertThat(effective.yaml()).contains(key + ": '***'").doesNotContain("hunter2");
        assertThat(effective.toString()).doesNotContain("hunter2");
        assertThat(effective.settings().kafka()).containsEntry(key, "hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:hunter2@registry/",
                "x required username=\"a\" password=\"hunter2\";",
                "-----BEGIN PRIVATE KEY----- hunter2"
            })
    void shouldMaskWhatLooksLikeACredential(String value) {
        String yaml = "kafka: { bootstrap.servers: b, a.misspelled.key: '" + value + "' }\n" + Yaml.SOURCES;

        assertThat(Yaml.load(yaml, Map.of()).yaml()).doesNotContain("hunter2");
    }

    @Test
    void shouldMaskWhatCameFromOutsideWhereverItEndsUp() {
        String yaml = Yaml.KAFKA + """
                sources: [ { topic: "${env:TOPIC}", identity: { field: "/${env:TOPIC}" }, fingerprint: ["/${env:TOPIC}"] } ]
                guard: { ttl: "${env:TTL}", bucket: 1h }
                classifiers: { rules: { options: { a: "${env:TOPIC}" } } }
                """;

        EffectiveSettings effective = Yaml.load(yaml, Map.of("TOPIC", "hunter2", "TTL", "PT77H"));

        assertThat(effective.settings().source("hunter2").ttl()).hasHours(77);
        assertThat(effective.yaml()).doesNotContain("hunter2").doesNotContain("77");
    }

    @Test
    void shouldShowADefaultThatStandsInTheFile() {
        String yaml = Yaml.KAFKA + Yaml.SOURCES + "topics: { prefix: '${env:NONE:-mine.}' }";

        assertThat(Yaml.load(yaml, Map.of()).yaml()).contains("prefix: mine.");
    }

    @Test
    void shouldShowFieldsThatHappenToBeCalledToken() {
        String yaml = Yaml.KAFKA + "sources: [ { topic: a, identity: { field: /id }, fields: { token: /token } } ]";

        assertThat(Yaml.load(yaml, Map.of()).yaml()).contains("token:\n        at: /token\n");
    }
}
