package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a file that is wrong is reported: everything at once, each with its line and what to do. */
class InvalidSettingsTest {

    @Test
    void shouldReportEverythingAtOnceInTheOrderOfTheFile() {
        assertThat(Yaml.errors("""
                        guard: { ttl: soon, max-lateness: -1s }
                        limits:
                          max-clock-skew: 2h
                          max-message-bytes: 17MiB
                        instance: { threads: 0, comit-interval: 1s }
                        """))
                .containsExactly(
                        "hapax.yaml:3: guard.ttl: soon must be a duration such as 500ms, 10s, 5m, 24h, 7d or PT24H",
                        "hapax.yaml:3: guard.max-lateness: -1s must not be negative",
                        "hapax.yaml:5: limits.max-clock-skew: 2h must be at most 1h: brokers refuse to repartition a message"
                                + " further ahead than that",
                        "hapax.yaml:6: limits.max-message-bytes: 17MiB must be at most quarantine.max-record-bytes",
                        "hapax.yaml:7: instance.threads: 0 must be at least 1",
                        "hapax.yaml:7: instance.comit-interval: is not a setting; did you mean commit-interval?");
    }

    @Test
    void shouldSuggestTheKeyThatWasMeant() {
        assertThat(Yaml.errors("gaurd: {}"))
                .containsExactly("hapax.yaml:3: gaurd: is not a setting; did you mean guard?");
        assertThat(Yaml.errors("guard: { maxLateness: 1s }"))
                .containsExactly("hapax.yaml:3: guard.maxLateness: is not a setting; did you mean max-lateness?");
        assertThat(Yaml.errors("commit-interval: 1s"))
                .containsExactly(
                        "hapax.yaml:3: commit-interval: is not a setting; did you mean instance.commit-interval?");
        assertThat(Yaml.errors("topics: { zzz: 1 }"))
                .containsExactly("hapax.yaml:3: topics.zzz: is not a setting; known here: prefix, partitions");
    }

    @Test
    void shouldFindUnknownKeysInListsAndNamedSections() {
        assertThat(Yaml.sourceErrors("""
                        - topic: a
                          identity: { field: /a, feild: /b }
                          fields: { x: { at: /x, tpye: text } }
                          formt: json
                        """))
                .containsExactly(
                        "hapax.yaml:4: sources[0].identity.feild: is not a setting; did you mean field?",
                        "hapax.yaml:5: sources[0].fields.x.tpye: is not a setting; did you mean type?",
                        "hapax.yaml:6: sources[0].formt: is not a setting; did you mean format?");
        assertThat(Yaml.errors("classifiers: { rules: { fiel: x } }"))
                .containsExactly("hapax.yaml:3: classifiers.rules.fiel: is not a setting; did you mean file?");
    }

    @Test
    void shouldReportAKeyGivenTwice() {
        assertThat(Yaml.errors("guard:\n  ttl: 1h\n  ttl: 2h\nguard: {}"))
                .containsExactly(
                        "hapax.yaml:5: guard.ttl: is given twice, first on line 4; keep one",
                        "hapax.yaml:6: guard: is given twice, first on line 3; keep one");
    }

    @Test
    void shouldReportWrongKindsOfValues() {
        assertThat(Yaml.errors("guard: 5\nlimits: []\ninstance: { threads: [1], leave-group: maybe }"))
                .containsExactly(
                        "hapax.yaml:3: guard: 5 must be a mapping (key: value), not a number",
                        "hapax.yaml:4: limits: [] must be a mapping (key: value), not a list",
                        "hapax.yaml:5: instance.threads: [1] must be a single value (whole number), not a list",
                        "hapax.yaml:5: instance.leave-group: maybe must be true or false");
        assertThat(Yaml.errorsOf(Yaml.KAFKA + "sources: { topic: a }", Map.of()))
                .containsExactly("hapax.yaml:2: sources: must be a list (lines that start with -), not a mapping");
        assertThat(Yaml.sourceErrors("- orders\n"))
                .containsExactly("hapax.yaml:3: sources[0]: orders must be a mapping (key: value), not text");
        assertThat(Yaml.sourceErrors("- { topic: a, identity: { record-key: true }, fingerprint: /a, fields: [x] }"))
                .containsExactly(
                        "hapax.yaml:3: sources[0].fingerprint: /a must be a list (lines that start with -), not text",
                        "hapax.yaml:3: sources[0].fields: [x] must be a mapping (key: value), not a list");
        assertThat(Yaml.errors("classifiers: { rules: rules.yaml }"))
                .containsExactly(
                        "hapax.yaml:3: classifiers.rules: rules.yaml must be a mapping (key: value), not text");
    }

    @Test
    void shouldReportSyntaxErrorsWithLineAndColumnAndWithoutTheTextAround() {
        String password = "kafka:\n  ssl.key.password: hunter2\n ssl: 'x\n";

        assertThat(Yaml.errorsOf(password, Map.of()))
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .matches("hapax.yaml:\\d+:\\d+: is not YAML: .*")
                        .doesNotContain("hunter2"));
        assertThat(Yaml.errorsOf("a: b: c", Map.of()))
                .containsExactly("hapax.yaml:1:5: is not YAML: mapping values are not allowed here");
        assertThat(Yaml.errorsOf("guard:\n\tttl: 1h", Map.of()))
                .singleElement()
                .asString()
                .startsWith("hapax.yaml:2:1:");
        assertThat(Yaml.errorsOf("a: \u0001", Map.of()))
                .singleElement()
                .asString()
                .contains("not allowed");
    }

    @Test
    void shouldRefuseYamlThatSettingsHaveNoUseFor() {
        assertThat(Yaml.errors("guard: &g { ttl: 1h }\nlimits: *g"))
                .containsExactly("hapax.yaml:4: has an alias (*name), which is not supported; write the value out");
        assertThat(Yaml.errors("application-id: !!binary aGFwYXg="))
                .containsExactly("hapax.yaml:3: has a YAML tag (!!name), which is not supported; write plain text");
        assertThat(Yaml.errors("---\nguard: {}"))
                .containsExactly("hapax.yaml:4: a second YAML document begins here; keep everything in one");
        assertThat(Yaml.errorsOf("- a", Map.of()))
                .containsExactly("hapax.yaml:1: must be a mapping of settings (key: value), not a list");
        assertThat(Yaml.errorsOf("a: " + "[".repeat(100_000), Map.of())).hasSize(1);
    }

    @Test
    void shouldSayWhatAnEmptyFileLacks() {
        for (String empty : new String[] {"", "# nothing\n", "---\n", "~"}) {
            assertThat(Yaml.errorsOf(empty, Map.of()))
                    .containsExactly(
                            "hapax.yaml: kafka.bootstrap.servers: must be set: the brokers to start from, such as localhost:9092",
                            "hapax.yaml: sources: must have at least one source: without, there is nothing to read");
        }
    }

    @Test
    void shouldNotBlameWhatOnlyFollowsFromAnotherError() {
        // Whether the bucket is too long cannot be told while the TTL is not known.
        assertThat(Yaml.errors("guard: { ttl: 1hour, bucket: 30h }"))
                .singleElement()
                .asString()
                .contains("guard.ttl");
        assertThat(Yaml.errors("guard: { ttl: 0s }"))
                .containsExactly("hapax.yaml:3: guard.ttl: 0s must be more than 0s");
        assertThat(Yaml.errors("classifiers: { rules: { type: '' } }"))
                .singleElement()
                .asString()
                .contains("type");
        assertThat(Yaml.sourceErrors("- { topic: a b, identity: { field: a/b } }\n"))
                .satisfiesExactlyInAnyOrder(
                        error -> assertThat(error).contains("sources[0].topic"),
                        error -> assertThat(error).contains("sources[0].identity.field"));
    }

    @Test
    void shouldPointToTheRightSourceWhenOneBeforeItIsBroken() {
        assertThat(Yaml.sourceErrors("""
                        - identity: { field: /id }
                        - { topic: b, identity: { field: /id }, classifier: nope }
                        """))
                .containsExactly(
                        "hapax.yaml:3: sources[0].topic: must be set: The topic to read.",
                        "hapax.yaml:4: sources[1].classifier: nope must be one of classifiers: rules");
    }

    @Test
    void shouldShortenAndCleanWhatItShows() {
        assertThat(Yaml.errors("instance: { threads: '" + "9".repeat(500) + "' }"))
                .singleElement()
                .asString()
                .contains("9".repeat(80) + "… must be");
        assertThat(Yaml.errors("instance: { threads: \"a\\x1b[31m\" }"))
                .singleElement()
                .asString()
                .doesNotContain("\u001b");
        assertThat(Yaml.errors("k" + "e".repeat(5000) + "y: 1"))
                .singleElement()
                .asString()
                .hasSizeLessThan(400);
    }
}
