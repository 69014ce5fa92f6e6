package dev.hapax.chaos;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.harness.Outputs;
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
        this.reckoning = new Reckoning(stage.witness().unchanged());
    }

    Tally tally() {
        return new Tally(
                input.size(),
                stage.load().unanswered(),
                reckoning.outcomes(),
                stage.witness().unchanged().remembered(),
                stage.fleet().endedByThemselves());
    }

    List<Check> judge(Trouble trouble) {
        reckoning.expect(input, stage.load().acknowledged(), new Model(System.currentTimeMillis()));
        Outputs outputs = stage.witness().outputs();
        outputs.of("decisions").forEach(reckoning::sawDecision);
        outputs.of("duplicates").forEach(reckoning::sawDuplicate);
        outputs.of("quarantine").forEach(reckoning::sawQuarantined);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of("every fault took place", () -> requireFaults(trouble.faults())));
        checks.add(Check.of("no instance gave up", () -> requireEndurance(trouble)));
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

    private void requireEndurance(Trouble trouble) {
        int ended = stage.fleet().endedByThemselves();
        if (ended > 0 && !trouble.mayEndInstances()) {
            throw new AssertionError("instances gave up " + ended + " times; the journal has their last words");
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
        if (found.partitions().isEmpty()) {
            throw new AssertionError("verify read nothing");
        }
    }
}
