package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of sources, alone and among each other. */
class SourceRulesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            topic: a b                                    | topic: "a b" must be 1 to 249 of the characters
            topic: ..                                     | topic: .. must be 1 to 249 of the characters
            topic: hapax.alerts                           | topic: hapax.alerts is a topic that Hapax writes itself
            topic: hapax.quarantine.cases                 | topic: hapax.quarantine.cases is a topic that Hapax writes itself
            topic: hapax-guard-changelog                  | topic: hapax-guard-changelog is a topic that Hapax writes itself
            topic: a, name: 'x y'                         | name: "x y" must be 1 to 249 of the characters
            topic: a, format: ''                          | format: "" must be json, cloudevents, rfc822
            topic: a, namespace: 'a:b'                    | namespace: a:b may only have the characters
            topic: a, namespace: é                        | namespace: é may only have the characters
            topic: a, ttl: 0s                             | ttl: 0s must be more than 0s
            topic: a, ttl: 10                             | ttl: 10 must be a duration such as
            topic: a, classifier: nope                    | classifier: nope must be one of classifiers: rules
            topic: a, on-missing-identity: drop           | on-missing-identity: drop must be one of quarantine, admit
            topic: a, fingerprint: [a/b]                  | fingerprint: [a/b] each field must be a JSON pointer
            topic: a, event-time: a/b                     | event-time: a/b must be a JSON pointer
            topic: a, fingerprint: [[a]]                  | fingerprint[0]: [a] must be a single value
            topic: a, fields: { x: a/b }                  | fields.x.at: a/b must be a JSON pointer
            topic: a, fields: { x: { type: text } }       | fields.x.at: must be set
            topic: a, fields: { x: { at: /a, type: int } }| fields.x.type: int must be one of any, text, number, flag
            topic: a, fields: { /x: /a }                  | fields: each name must be made of
            topic: a, fields: { x: 'header:' }            | fields.x.at: header: must be a JSON pointer
            topic: a, bounces: true                       | bounces: true needs format: rfc822
            topic: a, bounces: true, format: rfc822       | bounces: true needs delivery.channels
            topic: a, admitted: 'a b'                     | admitted: "a b" must be 1 to 249 of
            topic: a, admitted: a                         | admitted: a is the topic of a source
            topic: a, admitted: hapax.decisions           | admitted: hapax.decisions is a topic that Hapax writes itself
            """)
    void shouldHoldRule(String source, String error) {
        assertThat(Yaml.sourceErrors("- { identity: { record-key: true }, " + source + " }"))
                .singleElement()
                .asString()
                .startsWith("hapax.yaml:3: sources[0]." + error);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { }                              | identity: must have exactly one of header, field, record-key: true, content-hash, template
            { field: /a, header: b }         | identity: must have exactly one of
            { record-key: false }            | identity: must have exactly one of
            { header: ' ' }                  | identity.header: " " must be the name of a record header
            { field: a/b }                   | identity.field: a/b must be a JSON pointer that starts with /
            { field: '' }                    | identity.field: "" must be a JSON pointer
            { field: $.id }                  | identity.field: $.id must be a JSON pointer
            { field: /a~2 }                  | identity.field: /a~2 must be a JSON pointer
            { field: /a~ }                   | identity.field: /a~ must be a JSON pointer
            { content-hash: [/a, b/c] }      | identity.content-hash: [/a, b/c] each field must be a JSON pointer
            { template: 'renewal' }          | identity.template: renewal must have at least one field in braces
            { template: 'a:{/b' }            | identity.template: a:{/b has a { without a } after it, at character 3
            { template: 'a:/b}' }            | identity.template: a:/b} has a } without a { before it, at character 5
            { template: 'a:{{/b}}' }         | identity.template: a:{{/b}} must have at least one field in braces
            { template: 'a:{b{c}' }          | identity.template: a:{b{c} has a field after character 3 that is none
            { template: 'a:{}' }             | identity.template: a:{} has a field after character 3 that is none
            { template: 'a:{b/c}' }          | identity.template: a:{b/c} has a field after character 3 that is none
            """)
    void shouldHoldRuleOfIdentity(String identity, String error) {
        assertThat(Yaml.sourceErrors("- { topic: a, identity: " + identity + " }"))
                .singleElement()
                .asString()
                .startsWith("hapax.yaml:3: sources[0]." + error);
    }

    @Test
    void shouldNeedATopicAndAnIdentity() {
        assertThat(Yaml.sourceErrors("- { name: a }"))
                .containsExactlyInAnyOrder(
                        "hapax.yaml:3: sources[0].topic: must be set: The topic to read.",
                        "hapax.yaml:3: sources[0].identity: must have exactly one of header, field, record-key: true,"
                                + " content-hash, template");
    }

    @Test
    void shouldRefuseNamesAndTopicsUsedTwice() {
        assertThat(Yaml.sourceErrors("""
                        - { topic: a, identity: { record-key: true } }
                        - { topic: b, name: a, identity: { record-key: true } }
                        - { topic: a, name: c, identity: { record-key: true } }
                        """))
                .containsExactly(
                        "hapax.yaml:4: sources[1].name: a is taken by sources[0].name",
                        "hapax.yaml:5: sources[2].topic: a is taken by sources[0].topic");
    }

    @Test
    void shouldNeedANamespaceForEachSourceWhenTheyDiffer() {
        assertThat(Yaml.sourceErrors("""
                        - { topic: a, identity: { record-key: true } }
                        - { topic: b, identity: { record-key: true }, namespace: b }
                        """))
                .containsExactly(
                        "hapax.yaml:3: sources[0].namespace: (default: empty) must not be empty while another source"
                                + " has a namespace: their identities could meet");
    }

    @Test
    void shouldNeedOneTtlForEachNamespace() {
        assertThat(Yaml.sourceErrors("""
                        - { topic: a, identity: { record-key: true } }
                        - { topic: b, identity: { record-key: true }, ttl: 1h }
                        """))
                .containsExactly("hapax.yaml:4: sources[1].ttl: 1h must be the same as sources[0].ttl, which shares its"
                        + " namespace");
        assertThat(Yaml.sourceErrors("""
                        - { topic: a, identity: { record-key: true }, namespace: a }
                        - { topic: b, identity: { record-key: true }, namespace: b, ttl: 1h }
                        """)).isEmpty();
    }

    @Test
    void shouldAcceptEveryIdentityForASourceKeyedByIt() {
        for (String identity : new String[] {"record-key: true", "header: a", "field: /a", "template: 'a:{/b}'"}) {
            assertThat(Yaml.sourceErrors("- { topic: a, keyed-by-identity: true, identity: { " + identity + " } }"))
                    .isEmpty();
        }
    }
}
