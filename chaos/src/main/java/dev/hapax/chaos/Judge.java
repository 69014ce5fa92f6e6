package dev.hapax.chaos;

import dev.hapax.chaos.Model.Outcome;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.chaos.stage.Witness;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.guarantees.ExactlyOnce;
import dev.hapax.guarantees.NothingLost;
import dev.hapax.guarantees.QuarantineComplete;
import dev.hapax.harness.Outputs;
import dev.hapax.intake.Formats;
import dev.hapax.operations.Progress;
import dev.hapax.operations.verify.Period;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.Verifier;
import dev.hapax.source.Sources;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Says at the end whether everything held. What should have come out is worked out from the input as the brokers have it, and not
 * from what was sent: a message whose answer was lost may be there or not.
 */
final class Judge {

    private final Stage stage;
    private final Path folder;
    private final List<ConsumerRecord<byte[], byte[]>> input;
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final ExactlyOnce once = new ExactlyOnce();
    private final NothingLost nothingLost = new NothingLost();
    private final ExactlyOnce outcomeOnce = new ExactlyOnce();
    private final QuarantineComplete quarantine = new QuarantineComplete();

    Judge(Stage stage, Path folder, List<ConsumerRecord<byte[], byte[]>> input) {
        this.stage = stage;
        this.folder = folder;
        this.input = input;
    }

    Tally tally() {
        return new Tally(
                input.size(),
                stage.load().unanswered(),
                outcomes,
                stage.witness().unchanged().remembered(),
                stage.fleet().endedByThemselves());
    }

    List<Check> judge(Trouble trouble) {
        expect();
        see(stage.witness().outputs());
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of("every fault took place", () -> requireFaults(trouble.faults())));
        checks.add(Check.of("no instance gave up", () -> requireEndurance(trouble)));
        checks.add(Check.of("nothing lost", nothingLost::verify));
        checks.add(Check.of("one outcome for each message", outcomeOnce::verify));
        checks.add(Check.of("each identity decided once", once::verify));
        checks.add(Check.of("quarantine complete, byte for byte", quarantine::verify));
        checks.add(Check.of(
                "decisions unchanged", () -> stage.witness().unchanged().verify()));
        checks.add(Check.of("hapax verify finds nothing", this::verifyTopics));
        return checks;
    }

    private void expect() {
        stage.load().acknowledged().forEach(nothingLost::onSent);
        Model model = new Model(System.currentTimeMillis());
        for (ConsumerRecord<byte[], byte[]> message : input) {
            String at = message.partition() + "@" + message.offset();
            Outcome outcome = model.next(message);
            outcomes.merge(outcome, 1, Integer::sum);
            outcomeOnce.onSent(at);
            if (outcome == Outcome.DECIDED) {
                once.onSent(new String(message.key(), StandardCharsets.UTF_8));
            } else if (outcome.isQuarantined()) {
                quarantine.onDue(at, outcome.name(), message.value());
            }
        }
    }

    private void see(Outputs outputs) {
        for (ConsumerRecord<byte[], byte[]> decision : outputs.of("decisions")) {
            seeOutcome(Witness.about(decision));
            once.onSeen(Witness.identity(decision));
            stage.witness().unchanged().onSeen(Witness.identity(decision), Witness.decision(decision));
        }
        outputs.of("duplicates").forEach(note -> seeOutcome(Witness.about(note)));
        for (ConsumerRecord<byte[], byte[]> quarantined : outputs.of("quarantine")) {
            String at = Witness.aboutQuarantined(quarantined);
            seeOutcome(at);
            String reason = KafkaHeaders.text(quarantined.headers(), HeaderNames.REASON);
            quarantine.onSeen(at, String.valueOf(reason), quarantined.value());
        }
    }

    private void seeOutcome(String at) {
        nothingLost.onSeen(at);
        outcomeOnce.onSeen(at);
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
