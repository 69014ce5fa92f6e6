package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Alert rules ask for what there is, say what to do, and are each tried both ways. */
class PrometheusRulesTest {

    private static final String RULES = "deploy/prometheus/rules/hapax.rules.yaml";
    private static final String RUNBOOK = "\\{\\{ or \\$externalLabels.runbooks \"docs/runbooks\" }}/([a-z-]+\\.md)";

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
        for (Path file : Repository.files("deploy/prometheus/tests", ".yaml")) {
            for (JsonNode test :
                    Repository.documents(Files.readString(file)).get(0).path("tests")) {
                test.path("alert_rule_test")
                        .forEach(it -> fired.add(it.path("alertname").asText()));
                test.path("promql_expr_test")
                        .forEach(it -> it.path("exp_samples")
                                .forEach(sample -> fired.add(
                                        sample.path("labels").asText().replaceAll(".*alertname=\"(\\w+)\".*", "$1"))));
            }
        }

        assertThat(fired)
                .containsExactlyInAnyOrderElementsOf(alerts().stream()
                        .map(alert -> alert.path("alert").asText())
                        .toList());
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
