package dev.hapax.app;

import dev.hapax.classify.rules.RuleExamples;
import dev.hapax.classify.rules.RuleExamples.Result;
import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.config.Settings;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.rules.AppliedRules;
import dev.hapax.operations.rules.RulesTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax rules apply}: puts rules in force in all running instances. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = {
            "Put a rule file in force in all running instances, without a restart.",
            "Checks the file and its examples first, then records it in the rules topic. Each stream thread takes it over"
                    + " after its next commit. To go back to an earlier version, apply its file again.",
            "Needs classifiers.NAME.reload: true."
        })
final class RulesApplyCommand implements Callable<Integer> {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Mixin
    private final ActorOption actor = new ActorOption();

    @Option(
            names = "--classifier",
            paramLabel = "NAME",
            description = "The classifier (default: the only one with reload: true).")
    private @Nullable String classifier;

    @Option(
            names = "--file",
            paramLabel = "RULES",
            description = "The rule file (default: classifiers.NAME.file of the configuration).")
    private @Nullable Path rulesFile;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; recorded with the version.")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private String reason;

    @Override
    public Integer call() {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("--reason: must not be empty. It is recorded with the version.");
        }
        Settings settings = config.load().settings();
        ClassifierSettings chosen = chosen(settings);
        Path file = file(chosen);
        String text = RuleSet.read(file);
        RuleSet rules = RuleSet.parse(text, file.toString());
        requireExamplesToPass(file, rules);
        requireFields(settings, chosen, rules);

        Cluster.connect(settings).close();
        RulesTopic topic = new RulesTopic(new KafkaClients(settings));
        Optional<String> before = topic.read()
                .inForce(chosen.name())
                .map(applied -> applied.rules().version());
        boolean isNew = !before.equals(Optional.of(rules.version()));
        if (isNew) {
            topic.apply(AppliedRules.of(
                    chosen.name(),
                    rules,
                    text,
                    actor.actor(),
                    reason.strip(),
                    Clock.tickMillis(ZoneOffset.UTC).instant()));
        }
        print(chosen.name(), rules.version(), before.orElse(null), isNew);
        return ExitCodes.DONE;
    }

    private ClassifierSettings chosen(Settings settings) {
        Map<String, ClassifierSettings> all = settings.classifiers();
        if (classifier != null) {
            ClassifierSettings named = all.get(classifier);
            if (named == null) {
                throw new IllegalArgumentException("--classifier: " + classifier + " is not one of classifiers: "
                        + String.join(", ", all.keySet()));
            }
            return requireReload(named);
        }
        List<ClassifierSettings> reloading =
                all.values().stream().filter(ClassifierSettings::reload).toList();
        if (reloading.size() > 1) {
            throw new IllegalArgumentException(
                    "--classifier: several classifiers reload. Add --classifier with one of: "
                            + reloading.stream().map(ClassifierSettings::name).collect(Collectors.joining(", ")));
        }
        return requireReload(reloading.isEmpty() ? all.values().iterator().next() : reloading.get(0));
    }

    private static ClassifierSettings requireReload(ClassifierSettings named) {
        if (!named.reload()) {
            throw new IllegalArgumentException("classifiers." + named.name()
                    + ".reload: false, so instances read its rules only when they start. Set it to true, run 'hapax topics"
                    + " create -c FILE' and restart the instances once.");
        }
        return named;
    }

    private Path file(ClassifierSettings chosen) {
        Path file = rulesFile == null ? chosen.file() : rulesFile;
        if (file == null) {
            throw new IllegalArgumentException("classifiers." + chosen.name()
                    + ".file: is not set, so there is no file to apply. Set it, or add --file RULES.");
        }
        return file;
    }

    private static void requireExamplesToPass(Path file, RuleSet rules) {
        List<Result> failed = RulesCommand.failed(RuleExamples.check(rules));
        if (!failed.isEmpty()) {
            throw new FailedException(failed.stream()
                            .map(result -> RulesCommand.line(file, result))
                            .collect(Collectors.joining("\n"))
                    + "\n" + rules.version() + ": " + failed.size() + " examples fail, so it was not applied.");
        }
    }

    /** An instance would refuse the rules otherwise. */
    private static void requireFields(Settings settings, ClassifierSettings chosen, RuleSet rules) {
        var unused = ConfigOption.sources(settings).with(Map.of(chosen.name(), new RulesClassifier(rules)));
    }

    private void print(String name, String version, @Nullable String before, boolean isNew) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("classifier", name);
        fields.put("version", version);
        fields.put("before", before);
        fields.put("written", isNew);
        output.print(
                fields,
                isNew
                        ? version + ": applied to classifier " + name + ", which had "
                                + (before == null ? "the rules of its file" : before)
                                + ". Each stream thread takes it over after its next commit."
                        : version + ": already in force for classifier " + name + ". Nothing was written.");
    }
}
