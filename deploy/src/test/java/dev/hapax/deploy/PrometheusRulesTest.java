package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Alert rules ask for what there is, say what to do, and are each tried both ways. */
class PrometheusRulesTest {

    private static final String RULES = "deploy/prometheus/rules/hapax.rules.yaml";
    private static final String RUNBOOK = "\\{\\{ or \\$externalLabels.runbooks \"docs/runbooks\" }}/([a-z-]+\\.md)";

    /** Of all instances and sources. */
    private static final String ALL_ALERTS = "(count by \\([a-z, ]+\\) \\()?ALERTS(\\{(alertstate=\"firing\")?})?\\)?";

    @Test
    void shouldBeRulesToPrometheus() throws Exception {
        assertThat(Tool.PROMTOOL.run(List.of("check", "rules", RULES))).contains("SUCCESS");
    }

    @Test
    void shouldFireAndStayQuietAsTheTestsSay() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("test", "rules"));
        Repository.files("deploy/prometheus/tests", ".yaml").forEach(file -> arguments.add(file.toString()));

        assertThat(arguments).hasSizeGreaterThan(4);
        Tool.PROMTOOL.run(arguments);
    }

    @Test
    void shouldHaveATestThatEachAlertFires() throws IOException {
        Set<String> fired = new TreeSet<>();
        for (JsonNode test : tests()) {
            for (JsonNode expected : test.path("alert_rule_test")) {
                if (!expected.path("exp_alerts").isEmpty()) {
                    fired.add(expected.path("alertname").asText());
                }
            }
            test.path("promql_expr_test")
                    .forEach(it -> it.path("exp_samples")
                            .forEach(sample -> fired.add(
                                    sample.path("labels").asText().replaceAll(".*alertname=\"(\\w+)\".*", "$1"))));
        }

        assertThat(fired)
                .containsExactlyInAnyOrderElementsOf(alerts().stream()
                        .map(alert -> alert.path("alert").asText())
                        .toList());
    }

    @Test
    void shouldHaveATestInWhichEachAlertSeesAllItAsksForAndStaysQuiet() throws IOException {
        Map<String, String> recorded = new TreeMap<>();
        rules().forEach(rule ->
                recorded.put(rule.path("record").asText(), rule.path("expr").asText()));
        List<String> untried = new ArrayList<>();
        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asText();
            Set<String> asked = new TreeSet<>();
            for (String metric : PromQl.metrics(alert.path("expr").asText()).keySet()) {
                asked.addAll(
                        PromQl.metrics(recorded.getOrDefault(metric, metric)).keySet());
            }
            boolean tried = false;
            for (JsonNode test : tests()) {
                Set<String> seen = new TreeSet<>();
                test.path("input_series")
                        .forEach(series ->
                                seen.add(series.path("series").asText().replaceAll("\\{.*", "")));
                tried |= seen.containsAll(asked) && saysQuiet(test, name);
            }
            if (!tried) {
                untried.add(name + " " + asked);
            }
        }

        assertThat(untried).isEmpty();
    }

    /** Whether a test says that at some time this alert does not fire. */
    private static boolean saysQuiet(JsonNode test, String alert) {
        for (JsonNode expected : test.path("alert_rule_test")) {
            if (expected.path("alertname").asText().equals(alert)
                    && expected.path("exp_alerts").isEmpty()) {
                return true;
            }
        }
        for (JsonNode expected : test.path("promql_expr_test")) {
            String expression = expected.path("expr").asText();
            if (expected.path("exp_samples").isEmpty()
                    && expression.replace("alertname=\"" + alert + "\",", "").matches(ALL_ALERTS)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldBeAConfigurationToPrometheus() throws Exception {
        assertThat(Tool.PROMTOOL.run(List.of("check", "config", "--syntax-only", "deploy/prometheus/prometheus.yaml")))
                .contains("SUCCESS");
        for (JsonNode pattern :
                Repository.yaml("deploy/prometheus/prometheus.yaml").path("rule_files")) {
            assertThat(pattern.asText()).isEqualTo("rules/*.yaml");
        }
        assertThat(Repository.files("deploy/prometheus/rules", ".yaml")).isNotEmpty();
    }

    @Test
    void shouldAskForNothingThatAnInstanceDoesNotTell() throws IOException {
        Scrape scrape = Scrape.read();
        rules().forEach(rule -> scrape.recorded(rule.path("record").asText()));

        scrape.requireEveryMeter();
        for (JsonNode rule : rules()) {
            scrape.requireAll(
                    rule.path("record").asText() + rule.path("alert").asText(),
                    rule.path("expr").asText());
        }
    }

    @Test
    void shouldSayWhatItMeansAndWhatToDo() throws IOException {
        Set<String> runbooks = new TreeSet<>();
        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asText();
            JsonNode notes = alert.path("annotations");
            assertThat(name).startsWith("Hapax");
            assertThat(alert.path("labels").path("severity").asText()).as(name).isIn("warning", "critical");
            assertThat(notes.path("summary").asText()).as(name).isNotBlank();
            assertThat(notes.path("description").asText()).as(name).isNotBlank();
            assertThat(notes.path("runbook_url").asText()).as(name).matches(RUNBOOK);
            runbooks.add(notes.path("runbook_url").asText().replaceAll(RUNBOOK, "$1"));
        }

        assertThat(Repository.files("docs/runbooks", ".md"))
                .as("every alert has a runbook, and every runbook an alert")
                .extracting(file -> file.getFileName().toString())
                .containsExactlyElementsOf(runbooks);
    }

    @Test
    void shouldSayTheSameToTheOperatorOfPrometheus() throws IOException {
        assertThat(Repository.yaml("deploy/kubernetes/monitoring/prometheusrule.yaml")
                        .path("spec")
                        .path("groups"))
                .as("spec is %s; indent it by two", RULES)
                .isEqualTo(Repository.yaml(RULES).path("groups"));
    }

    @Test
    void shouldScrapeUnderTheJobThatTheRulesExpect() throws IOException {
        JsonNode job = Repository.yaml("deploy/prometheus/prometheus.yaml")
                .path("scrape_configs")
                .get(0);

        assertThat(job.path("job_name").asText()).isEqualTo("hapax");
        assertThat(Repository.text(RULES)).contains("job=\"hapax\"").doesNotContain("job=~");
    }

    private static List<JsonNode> tests() throws IOException {
        List<JsonNode> tests = new ArrayList<>();
        for (Path file : Repository.files("deploy/prometheus/tests", ".yaml")) {
            Repository.documents(Files.readString(file)).get(0).path("tests").forEach(tests::add);
        }
        return tests;
    }

    private static List<JsonNode> rules() throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        Repository.yaml(RULES)
                .path("groups")
                .forEach(group -> group.path("rules").forEach(rules::add));
        return rules;
    }

    private static List<JsonNode> alerts() throws IOException {
        return rules().stream().filter(rule -> rule.has("alert")).toList();
    }
}
