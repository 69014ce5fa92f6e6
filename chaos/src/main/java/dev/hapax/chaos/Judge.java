package dev.hapax.chaos;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.harness.Application;
import dev.hapax.harness.TopicLog;
import dev.hapax.intake.Formats;
import dev.hapax.operations.Progress;
import dev.hapax.operations.verify.Period;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.Verifier;
import dev.hapax.source.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Says at the end whether everything held, and whether there was anything to hold against. */
final class Judge {

    private final Stage stage;
    private final Path folder;
    private final List<ConsumerRecord<byte[], byte[]>> input;
    private final Reckoning reckoning;

    Judge(Stage stage, Path folder, List<ConsumerRecord<byte[], byte[]>> input) {
        this.stage = stage;
        this.folder = folder;
        this.input = input;
        this.reckoning = new Reckoning(stage.reader().unchanged());
    }

    ChaosTally tally() {
        return new ChaosTally(
                input.size(),
                stage.load().unanswered(),
                reckoning.outcomes(),
                stage.reader().unchanged().remembered(),
                stage.fleet().lastWords().size());
    }

    List<Check> judge(Trouble trouble) {
        reckoning.expect(input, stage.load().acknowledged(), new Model(System.currentTimeMillis()));
        // Read anew from the brokers, and not what was gathered on the way: that is what it is compared with.
        read("decisions").forEach(reckoning::sawDecision);
        read("duplicates").forEach(reckoning::sawDuplicate);
        read("quarantine").forEach(reckoning::sawQuarantined);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of("every fault took place", () -> requireFaults(trouble.faults())));
        checks.add(Check.of("no instance gave up without cause", () -> requireEndurance(trouble)));
        checks.add(Check.of("messages of every kind were there", reckoning::requireEveryKind));
        checks.addAll(reckoning.checks());
        checks.add(Check.of("hapax verify finds nothing", this::verifyTopics));
        return checks;
    }

    private void requireFaults(Set<String> wanted) {
        Map<String, Integer> faults = stage.journal().faults();
        List<String> missing = wanted.stream()
                .filter(fault -> !faults.containsKey(fault))
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            throw new AssertionError(
                    "never took place: " + String.join(", ", missing) + ": give it more time with --time");
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String ownName) {
        Application application = stage.application();
        return TopicLog.read(application.bootstrapServers(), List.of(application.topic(ownName)));
    }

    private void requireEndurance(Trouble trouble) {
        List<String> unforeseen = stage.fleet().lastWords().stream()
                .filter(words -> !trouble.mayEndWith().matcher(words).find())
                .toList();
        if (!unforeseen.isEmpty()) {
            throw new AssertionError("instances gave up by themselves: " + String.join("; ", unforeseen));
        }
    }

    /** As an operator would, with the configuration the instances have now. */
    private void verifyTopics() throws Exception {
        Path file = stage.fleet().config(1).write(folder.resolve("verify.yaml"));
        Settings settings = SettingsFile.read(file, Environment.ofProcess());
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        Path work = Files.createDirectories(folder.resolve("verify"));
        Verification found = new Verifier(settings, sources).verify(Period.ALL, Instant.now(), work, Progress.UNSEEN);
        if (!found.ok()) {
            throw new AssertionError(found.counts() + ", such as "
                    + found.anomalies().stream().limit(3).toList());
        }
        long read = found.partitions().stream()
                .mapToLong(partition -> partition.count().read())
                .sum();
        if (read != input.size()) {
            throw new AssertionError("verify read " + read + " of " + input.size() + " messages");
        }
    }
}
