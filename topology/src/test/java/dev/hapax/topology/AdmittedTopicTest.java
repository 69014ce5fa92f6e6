package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.wire.HeaderNames;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The topic of admitted messages: the input without duplicates, conflicts and bad messages. */
class AdmittedTopicTest {

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, namespace: h, identity: { field: /id }, fields: { subject: /title }, admitted: clean }
                  - { topic: payments, namespace: p, identity: { field: /id }, keyed-by-identity: true, admitted: clean }
                  - { topic: changes, namespace: c, identity: { record-key: true }, admitted: changes.once }
                  - { topic: plain, namespace: n, identity: { field: /id } }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldPublishTheOriginalWithHeadersOfTheDecision() {
        String value = "{ \"id\": \"1\",  \"title\": \"Payment failed\" }";
        Coordinates at = hapax.sends(
                "hooks", "my key", value, header("a", "1"), header("hapax-label", "forged"), header("a", "2"));

        Published clean = last(hapax.published("clean"));
        assertThat(clean.keyText()).isEqualTo("my key");
        assertThat(clean.value()).asString().isEqualTo(value);
        assertThat(clean.time()).isEqualTo(hapax.now());
        assertThat(clean.headerNames()).startsWith("a", "a").containsOnlyOnce(HeaderNames.LABEL);
        assertThat(clean.header(HeaderNames.LABEL)).isEqualTo("billing-failure");
        assertThat(clean.header(HeaderNames.IMPORTANT)).isEqualTo("true");
        assertThat(clean.header(HeaderNames.RULE)).isEqualTo("billing.failed");
        assertThat(clean.header(HeaderNames.IDENTITY)).isEqualTo("h:1");
        assertThat(clean.header(HeaderNames.SOURCE)).isEqualTo("hooks");
        assertThat(clean.header(HeaderNames.SOURCE_OFFSET)).isEqualTo(Long.toString(at.offset()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks", "payments"})
    void shouldPublishEachIdentityOnce(String topic) {
        String key = topic.equals("payments") ? "p:1" : "any";
        hapax.sends(topic, key, "{\"id\":\"1\",\"n\":1}");
        hapax.sends(topic, key, "{\"id\":\"1\",\"n\":1}");
        hapax.sends(topic, key, "{\"id\":\"1\",\"n\":2}");
        hapax.sends(topic, key, "{broken");

        assertThat(hapax.published("clean")).hasSize(1);
        assertThat(hapax.duplicates()).hasSize(1);
        assertThat(hapax.quarantine()).hasSize(2);
    }

    @Test
    void shouldKeepTombstonesAndMissingKeys() {
        hapax.sends("changes", "gone", null);
        hapax.sends("hooks", null, "{\"id\":\"2\"}");

        assertThat(last(hapax.published("changes.once")).value()).isNull();
        assertThat(Objects.requireNonNull(last(hapax.published("changes.once")).keyText()))
                .isEqualTo("gone");
        assertThat(last(hapax.published("clean")).key()).isNull();
    }

    @Test
    void shouldNotPublishMessagesOfOtherSources() {
        hapax.sends("plain", "k", "{\"id\":\"1\"}");

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(hapax.published("clean")).isEmpty();
    }
}
