package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dashboards show what an instance tells, in panels that Grafana can place. */
class DashboardsTest {

    private static final int COLUMNS = 24;
    private static final Pattern VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

    @TempDir
    private Path folder;

    @Test
    void shouldAskForNothingThatAnInstanceDoesNotTell() throws IOException {
        Scrape scrape = Scrape.read();
        Repository.yaml("deploy/prometheus/rules/hapax.rules.yaml")
                .path("groups")
                .forEach(group -> group.path("rules")
                        .forEach(rule -> scrape.recorded(rule.path("record").asText())));

        Map<String, String> expressions = expressions();

        assertThat(expressions).hasSizeGreaterThan(20);
        expressions.forEach(scrape::requireAll);
    }

    @Test
    void shouldAskInPromQl() throws Exception {
        List<Map<String, String>> rules = new ArrayList<>();
        expressions()
                .values()
                .forEach(expression -> rules.add(Map.of("record", "r" + rules.size(), "expr", expression)));
        Path file = folder.resolve("expressions.json");
        Repository.JSON.writeValue(
                file.toFile(), Map.of("groups", List.of(Map.of("name", "of dashboards", "rules", rules))));

        assertThat(Tool.PROMTOOL.run(List.of("check", "rules", file.toString())))
                .contains(rules.size() + " rules found");
    }

    @Test
    void shouldFilterEveryPanelByWhatIsChosenAndOfferNothingElse() throws IOException {
        dashboards().forEach((file, dashboard) -> {
            Set<String> chosen = new HashSet<>();
            dashboard
                    .path("templating")
                    .path("list")
                    .forEach(variable -> chosen.add("$" + variable.path("name").asText()));
            dashboard
                    .path("panels")
                    .forEach(panel -> panel.path("targets").forEach(target -> {
                        String expression = target.path("expr").asText();
                        assertThat(chosen)
                                .as("%s, %s: %s", file, panel.path("title").asText(), expression)
                                .allMatch(expression::contains);
                        assertThat(chosen).as(expression).containsAll(variables(expression));
                    }));
        });
    }

    @Test
    void shouldShowOneUnitInAPanel() throws IOException {
        for (JsonNode dashboard : dashboards().values()) {
            for (JsonNode panel : dashboard.path("panels")) {
                Set<String> units = new HashSet<>();
                for (JsonNode target : panel.path("targets")) {
                    String expression = target.path("expr").asText();
                    units.add(
                            expression.matches("[a-z_]+_seconds\\b.*")
                                    ? "s"
                                    : panel.path("fieldConfig")
                                            .path("defaults")
                                            .path("unit")
                                            .asText());
                }
                assertThat(units)
                        .as(panel.path("title").asText())
                        .hasSizeLessThanOrEqualTo(1)
                        .isSubsetOf(panel.path("fieldConfig")
                                .path("defaults")
                                .path("unit")
                                .asText());
            }
        }
    }

    @Test
    void shouldPlaceEachPanelBesideTheOthers() throws IOException {
        for (JsonNode dashboard : dashboards().values()) {
            Set<Integer> ids = new HashSet<>();
            Map<String, String> taken = new LinkedHashMap<>();
            for (JsonNode panel : dashboard.path("panels")) {
                String title = panel.path("title").asText();
                JsonNode place = panel.path("gridPos");
                assertThat(ids.add(panel.path("id").asInt()))
                        .as("id of %s", title)
                        .isTrue();
                assertThat(panel.path("description").asText()
                                + panel.path("type").asText())
                        .as("what %s shows", title)
                        .matches("row|.{20,}");
                for (int x = place.path("x").asInt();
                        x < place.path("x").asInt() + place.path("w").asInt();
                        x++) {
                    for (int y = place.path("y").asInt();
                            y < place.path("y").asInt() + place.path("h").asInt();
                            y++) {
                        assertThat(x).as(title).isBetween(0, COLUMNS - 1);
                        assertThat(taken.put(x + "," + y, title))
                                .as("under %s", title)
                                .isNull();
                    }
                }
            }
        }
    }

    @Test
    void shouldCallStatesByTheirNames() throws IOException {
        JsonNode named = dashboards()
                .getOrDefault("hapax-instances.json", Repository.JSON.missingNode())
                .findPath("mappings")
                .path(0)
                .path("options");

        // Kafka tells a state by its place in the enum.
        List<State> states = List.of(State.values());
        for (int i = 0; i < states.size(); i++) {
            assertThat(named.path(Integer.toString(i)).path("text").asText())
                    .isEqualTo(states.get(i).name());
        }
    }

    @Test
    void shouldReadFromTheSourceThatIsProvisioned() throws IOException {
        JsonNode source = Repository.yaml("deploy/grafana/provisioning/datasources/prometheus.yaml")
                .path("datasources")
                .get(0);
        JsonNode provider = Repository.yaml("deploy/grafana/provisioning/dashboards/hapax.yaml")
                .path("providers")
                .get(0);

        assertThat(Repository.yaml("deploy/compose.yaml")
                        .path("services")
                        .path("grafana")
                        .path("volumes")
                        .toString())
                .contains("./grafana/dashboards:"
                        + provider.path("options").path("path").asText() + ":ro");
        for (JsonNode dashboard : dashboards().values()) {
            assertThat(dashboard.path("uid").asText()).matches("hapax[a-z-]*");
            assertThat(dashboard.findValues("datasource")).isNotEmpty().allSatisfy(used -> {
                assertThat(used.path("type").asText()).isEqualTo("prometheus");
                assertThat(used.path("uid").asText())
                        .isEqualTo(source.path("uid").asText());
            });
        }
    }

    private static Map<String, JsonNode> dashboards() throws IOException {
        Map<String, JsonNode> dashboards = new TreeMap<>();
        for (Path file : Repository.files("deploy/grafana/dashboards", ".json")) {
            dashboards.put(file.getFileName().toString(), Repository.JSON.readTree(Files.readString(file)));
        }
        return dashboards;
    }

    /** Those of ours that an expression has, without those of Grafana itself. */
    private static Set<String> variables(String expression) {
        Set<String> variables = new HashSet<>();
        Pattern.compile("\\$[a-z]\\w*").matcher(expression).results().forEach(found -> variables.add(found.group()));
        return variables;
    }

    /** By panel, and of what is chosen from; what Grafana fills in is filled in. */
    private static Map<String, String> expressions() throws IOException {
        Map<String, String> expressions = new LinkedHashMap<>();
        dashboards()
                .forEach((file, dashboard) -> dashboard
                        .path("panels")
                        .forEach(panel -> panel.path("targets")
                                .forEach(target -> expressions.put(
                                        file + " " + panel.path("title").asText() + " "
                                                + target.path("refId").asText(),
                                        target.path("expr")
                                                .asText()
                                                .replace("$__rate_interval", "5m")
                                                .replace("$instance", ".*")))));
        dashboards().forEach((file, dashboard) -> {
            for (JsonNode variable : dashboard.path("templating").path("list")) {
                String query = variable.path("query").path("query").asText();
                Matcher values = VALUES.matcher(query);
                assertThat(values.matches()).as("%s: %s", file, query).isTrue();
                // By its label, so that it is looked for as well.
                expressions.put(
                        file + " $" + variable.path("name").asText(),
                        "count by (" + values.group(2) + ") (" + values.group(1) + "{" + values.group(2) + "!=\"\"})");
            }
        });
        return expressions;
    }
}
