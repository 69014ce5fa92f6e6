package dev.hapax.masking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Identities without their message: in alerts, decisions, lists of keys and events. */
class MaskedIdentityTest {

    private static final List<SourceSettings> SOURCES = SettingsFile.parse("""
            application-id: test
            kafka: { bootstrap.servers: "localhost:9092" }
            sources:
              - { topic: hooks, namespace: n, identity: { template: "{/card/number}:{/id}" } }
              - { topic: plain, namespace: n, identity: { field: id } }
              - topic: named
                namespace: n
                identity: { field: number }
                fields: { number: { at: /card/no } }
              - { topic: events, namespace: n, format: cloudevents, identity: { field: /card/number } }
              - { topic: attributes, namespace: n, format: cloudevents, identity: { field: subject } }
              - { topic: mails, namespace: n, format: rfc822, identity: { field: sender } }
              - { topic: headers, namespace: n, identity: { header: X-Id } }
            classifiers: { rules: { file: rules.yaml } }
            """, "test.yaml", Path.of("."), name -> null)
            .settings()
            .sources();

    @ParameterizedTest
    @CsvSource({
        "hooks, /card/number",
        "hooks, number",
        "hooks, /card",
        "hooks, CARD",
        "hooks, /*",
        "hooks, /card/*",
        "hooks, /data/card",
        "plain, id",
        "plain, /id",
        "named, number",
        "named, no",
        "named, /card",
        "events, /card",
        "events, /data",
        "events, data",
        "events, /data/card/number",
        "attributes, subject",
        "attributes, /subject",
        "attributes, ce_subject",
        "mails, sender",
        "mails, from",
        "mails, sender-domain",
        "headers, x-id"
    })
    void shouldMaskAnIdentityDerivedFromAMaskedField(String topic, String mask) {
        assertThat(new Masking(List.of(mask), SOURCES).identity("n:4111", topic))
                .isEqualTo("n:***");
    }

    @ParameterizedTest
    @CsvSource({
        "hooks, /card/kind",
        "hooks, /cards",
        "hooks, /number",
        "plain, /data",
        "named, /number/no",
        "events, /id",
        "mails, subject",
        "headers, id"
    })
    void shouldShowAnIdentityDerivedFromOtherFields(String topic, String mask) {
        assertThat(new Masking(List.of(mask), SOURCES).identity("n:4111", topic))
                .isEqualTo("n:4111");
    }

    @Test
    void shouldShowAnIdentityOfATopicThatIsNotASource() {
        assertThat(new Masking(List.of("card"), SOURCES).identity("n:4111", "other"))
                .isEqualTo("n:4111");
    }
}
