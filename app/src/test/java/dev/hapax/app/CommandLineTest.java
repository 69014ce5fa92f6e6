package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Common to all commands: help, exit codes, results on standard output and errors on standard error. */
class CommandLineTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path ROOT = Path.of(System.getProperty("hapax.root"));
    private static final String SHIPPED_CONFIG =
            ROOT.resolve("config/hapax.yaml").toString();
    private static final String SHIPPED_RULES =
            ROOT.resolve("config/rules.yaml").toString();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** The words of every command there is, the ones within others too. */
    static Stream<List<String>> commands() {
        return commands(Hapax.commandLine(), List.of());
    }

    private static Stream<List<String>> commands(CommandLine command, List<String> words) {
        return Stream.concat(
                Stream.of(words),
                command.getSubcommands().entrySet().stream()
                        // Its parent's help is its own.
                        .filter(entry -> !entry.getKey().equals("help"))
                        .flatMap(entry -> commands(
                                entry.getValue(),
                                Stream.concat(words.stream(), Stream.of(entry.getKey()))
                                        .toList())));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldExplainEveryCommand(List<String> words) {
        Typed help = typed(words, "--help");

        assertThat(help.exitCode()).isEqualTo(0);
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .startsWith("Usage: "
                        + String.join(
                                " ",
                                Stream.concat(Stream.of("hapax"), words.stream())
                                        .toList()));
        assertThat(help.out().lines().filter(line -> line.startsWith("  "))).isNotEmpty();
    }

    @Test
    void shouldPrintTheSameForHelpAndDashDashHelp() {
        assertThat(Typed.hapax("help", "run").out())
                .isEqualTo(Typed.hapax("run", "--help").out());
    }

    @Test
    void shouldHaveTheDocumentedCommands() {
        assertThat(commands().map(words -> String.join(" ", words)))
                .contains(
                        "",
                        "demo",
                        "run",
                        "topics create",
                        "topics check",
                        "replay",
                        "replay list",
                        "replay status",
                        "replay resume",
                        "replay cancel",
                        "classify",
                        "rules check",
                        "config check",
                        "config show",
                        "config reference",
                        "generate-completion");
    }

    /** All but the one that is picocli's own, and takes anything. */
    static Stream<List<String>> commandsOfOurs() {
        return commands().filter(words -> !words.equals(List.of("generate-completion")));
    }

    @ParameterizedTest
    @MethodSource("commandsOfOurs")
    void shouldRefuseAnUnknownOption(List<String> words) {
        CommandLine command = Hapax.commandLine();
        for (String word : words) {
            command = Objects.requireNonNull(command.getSubcommands().get(word));
        }
        List<String> typed = new ArrayList<>(words);
        for (ArgSpec required : command.getCommandSpec().requiredArgs()) {
            typed.add(required instanceof OptionSpec option ? option.longestName() + "=FILE" : "FILE");
        }

        Typed refused = typed(typed, "--no-such-option");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("--no-such-option");
    }

    @Test
    void shouldSuggestTheCommandThatWasMeant() {
        Typed refused = Typed.hapax("clasify");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("clasify").contains("classify");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "topics", "rules", "config"})
    void shouldShowTheUsageWhereACommandIsMissing(String words) {
        Typed refused = words.isEmpty() ? Typed.hapax() : Typed.hapax(words);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("Usage: hapax");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "topics create", "topics check", "config check", "config show"})
    void shouldAskForTheConfiguration(String words) {
        Typed refused = Typed.hapax(words.split(" "));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--config=FILE");
    }

    /** Wrong arguments fail before a broker is contacted: no broker listens here. */
    @ParameterizedTest
    @Timeout(8)
    @ValueSource(
            strings = {
                "quarantine show nonsense",
                "quarantine edit in-0@1 --reason x --timestamp soon",
                "quarantine edit in-0@1 --reason x --patch {",
                "quarantine edit in-0@1 --reason x --value-file nowhere",
                "quarantine export --since soon",
                "quarantine list --since soon",
                "quarantine list --before nonsense",
                "quarantine list --state closed",
                "quarantine replay nonsense",
                "replay --topic in --from-offset 5 --to-offset 3",
                "replay --topic in --from-datetime 2026-05-05 --to-datetime 2026-05-04",
                "replay status nonsense",
                "replay resume nonsense",
                "replay cancel nonsense",
                "key list --limit 0",
                "verify --from soon"
            })
    void shouldRefuseWrongArgumentsWithoutABroker(String words) throws IOException {
        Path config = Files.writeString(folder.resolve("nobody.yaml"), """
            kafka: { bootstrap.servers: "localhost:1" }
            sources: [ { topic: in, identity: { field: /id } } ]
            """);

        Typed refused = Typed.hapax((words + " -c " + config).split(" "));

        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(2);
        assertThat(refused.err()).doesNotContain("no broker");
    }

    @Test
    void shouldPrintItsVersion() {
        assertThat(Typed.hapax("--version").out()).startsWith("hapax ");
    }

    @Test
    void shouldFindTheShippedConfigurationValid() throws IOException {
        Typed text = Typed.hapax("config", "check", "-c", SHIPPED_CONFIG);
        Typed json = Typed.hapax("config", "check", "-c", SHIPPED_CONFIG, "-o", "json");

        assertThat(text).isEqualTo(new Typed(0, SHIPPED_CONFIG + " is valid: 1 source(s), 1 classifier(s)\n", ""));
        assertThat(json.exitCode()).isZero();
        assertThat(oneObject(json).get("valid").asBoolean()).isTrue();
    }

    @Test
    void shouldReportAllErrorsOfAConfiguration() throws IOException {
        Path config = Files.writeString(folder.resolve("bad.yaml"), """
            kafka: { bootstrap.servers: localhost:9092 }
            sources:
              - topic: in
                identity: { field: /id }
                fromat: json
            guard: { ttl: soon }
            instance: { threads: 0 }
            """);

        Typed refused = Typed.hapax("config", "check", "-c", config.toString());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err().lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).startsWith("hapax: " + config + ":"))
                .anySatisfy(line -> assertThat(line).contains("fromat").contains("format"))
                .anySatisfy(line -> assertThat(line).contains("guard.ttl").contains("soon"))
                .anySatisfy(
                        line -> assertThat(line).contains("instance.threads").contains("0"));
    }

    @Test
    void shouldReportEveryKindOfErrorInAConfigurationAtOnce() throws IOException {
        Path config = Files.writeString(folder.resolve("bad.yaml"), """
            kafka: { bootstrap.servers: localhost:9092 }
            sources:
              - topic: one
                identity: { field: /id }
                format: xml
                fromat: json
              - topic: two
                format: rfc822
                identity: { field: /id }
                fields:
                  amount: { at: amount, type: number }
                  other: { at: /other }
              - topic: three
                format: legacy-csv
                identity: { template: 'x:{acount}' }
                fingerprint: [nothing]
            classifiers:
              rules: { file: missing.yaml }
              model: { type: neural }
            limits: { max-depth: 0 }
            """);

        Typed refused = Typed.hapax("config", "check", "-c", config.toString());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err().lines().map(line -> line.substring(("hapax: " + config).length())))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(":5: sources[0].format: xml")
                                .contains("rfc822"),
                        line -> assertThat(line)
                                .startsWith(":6: sources[0].fromat")
                                .contains("format"),
                        line -> assertThat(line)
                                .startsWith(":9: sources[1].identity.field: /id")
                                .contains("mail"),
                        line -> assertThat(line).startsWith(":11: sources[1].fields.amount.type: number"),
                        line -> assertThat(line).startsWith(":12: sources[1].fields.other.at: /other"),
                        line -> assertThat(line).startsWith(":15: sources[2].identity.template: x:{acount}"),
                        line -> assertThat(line).startsWith(":16: sources[2].fingerprint[0]: nothing"),
                        line -> assertThat(line)
                                .startsWith(":18: classifiers.rules.file")
                                .contains("missing.yaml"),
                        line -> assertThat(line).startsWith(":19: classifiers.model.type: neural"),
                        line -> assertThat(line).startsWith(":20: limits.max-depth: 0"));
    }

    @Test
    void shouldNameAConfigurationThatDoesNotExist() {
        Typed refused = Typed.hapax("config", "show", "-c", "nowhere.yaml");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("nowhere.yaml: does not exist").hasLineCount(1);
    }

    @Test
    void shouldShowEffectiveSettingsAndNoSecret() throws IOException {
        Files.writeString(folder.resolve("secret"), "hunter2\n");
        Path config = Files.writeString(folder.resolve("hapax.yaml"), """
            kafka: { bootstrap.servers: "localhost:9092", sasl.jaas.config: 'x password="${file:secret}";' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """);

        Typed text = Typed.hapax("config", "show", "-c", config.toString());
        Typed json = Typed.hapax("config", "show", "-c", config.toString(), "-o", "json");

        assertThat(text.exitCode()).isZero();
        assertThat(text.out()).contains("application-id: hapax").contains("ttl: 24h");
        assertThat(json.exitCode()).isZero();
        assertThat(oneObject(json).at("/guard/ttl").asText()).isEqualTo("24h");
        assertThat(text.out() + text.err() + json.out() + json.err()).doesNotContain("hunter2");
    }

    @Test
    void shouldPrintAValidConfiguration() throws IOException {
        String shown = Typed.hapax("config", "show", "-c", SHIPPED_CONFIG).out();
        Path again = Files.writeString(folder.resolve("again.yaml"), shown);

        assertThat(Typed.hapax("config", "show", "-c", again.toString()).out()).isEqualTo(shown);
    }

    @Test
    void shouldPrintTheReferenceThatIsInTheDocs() throws IOException {
        Typed text = Typed.hapax("config", "reference");
        Typed json = Typed.hapax("config", "reference", "-o", "json");

        assertThat(text.exitCode()).isZero();
        assertThat(text.out()).isEqualTo(Files.readString(ROOT.resolve("docs/configuration.md")));
        assertThat(json.exitCode()).isZero();
        assertThat(oneObject(json).get("items").size()).isGreaterThan(40);
    }

    @Test
    void shouldPassTheExamplesOfTheShippedRules() throws IOException {
        Typed text = Typed.hapax("rules", "check", SHIPPED_RULES);
        Typed json = Typed.hapax("rules", "check", SHIPPED_RULES, "-o", "json");

        assertThat(text.exitCode()).isZero();
        assertThat(text.out()).contains("all pass").hasLineCount(1);
        assertThat(json.exitCode()).isZero();
        assertThat(oneObject(json).get("rules").asInt()).isGreaterThanOrEqualTo(30);
        assertThat(oneObject(json).get("failed")).isEmpty();
    }

    @Test
    void shouldNameTheFailedExample() throws IOException {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), """
            version: 1
            default: { label: other }
            rules:
              - id: billing
                label: billing
                when:
                  keywords: { in: [subject], any: [invoice] }
                examples:
                  - match: { subject: "Your invoice" }
                  - match: { subject: "Your receipt" }
            """);

        Typed text = Typed.hapax("rules", "check", rules.toString());
        Typed json = Typed.hapax("rules", "check", rules.toString(), "-o", "json");

        assertThat(text.exitCode()).isEqualTo(1);
        assertThat(text.out()).contains(rules + ":10: rule billing, example 2").contains("1 fail");
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(oneObject(json).at("/failed/0/line").asInt()).isEqualTo(10);
    }

    @Test
    void shouldRefuseABrokenRuleFileWithLineAndRemedy() throws IOException {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), """
            version: 1
            default: { label: other }
            rules:
              - id: billing
                lable: billing
                when:
                  pattern: { in: [subject], matches: "(" }
            """);

        Typed refused = Typed.hapax("rules", "check", rules.toString());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err().lines())
                .anySatisfy(line -> assertThat(line).contains(rules + ":5").contains("lable"))
                .anySatisfy(line -> assertThat(line).contains(rules + ":7"));
    }

    @Test
    void shouldNameARuleFileThatDoesNotExist() {
        Typed refused = Typed.hapax("rules", "check", "nowhere.yaml");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("nowhere.yaml").hasLineCount(1);
    }

    @Test
    void shouldWriteACompletionScriptThatKnowsTheCommands() {
        Typed script = Typed.hapax("generate-completion");

        assertThat(script.exitCode()).isZero();
        assertThat(script.out()).startsWith("#!/usr/bin/env bash").contains("classify", "--with-sources", "--rules");
    }

    private static Typed typed(List<String> words, String last) {
        return Typed.hapax(Stream.concat(words.stream(), Stream.of(last)).toArray(String[]::new));
    }

    private static JsonNode oneObject(Typed typed) throws IOException {
        assertThat(typed.out()).hasLineCount(1);
        return JSON.readTree(typed.out());
    }
}
