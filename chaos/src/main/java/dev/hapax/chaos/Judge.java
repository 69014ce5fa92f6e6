package dev.hapax.chaos;

import dev.hapax.chaos.Model.Expected;
import dev.hapax.chaos.Model.Kind;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.guarantees.ExactlyOnce;
import dev.hapax.guarantees.NothingLost;
import dev.hapax.guarantees.QuarantineComplete;
import dev.hapax.harness.Application;
import dev.hapax.harness.OutputFact;
import dev.hapax.harness.TopicLog;
import dev.hapax.intake.Formats;
import dev.hapax.operations.Progress;
import dev.hapax.operations.verify.Verification;
import dev.hapax.operations.verify.Verifier;
import dev.hapax.operations.verify.Verifier.Period;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Checks at the end whether every guarantee held, and whether the run could show it. */
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

    ScenarioResult.Tally tally() {
        return new ScenarioResult.Tally(
                input.size(),
                stage.load().unanswered(),
                reckoning.outcomes(),
                stage.reader().unchanged().remembered(),
                stage.fleet().lastWords().size());
    }

    List<ScenarioResult.Check> judge(Trouble trouble) {
        reckoning.expect(input, stage.load().acknowledged(), new Model(System.currentTimeMillis()));
        // Read from the brokers again: what was read during the run is compared with it.
        read(Topic.DECISIONS).forEach(reckoning::sawDecision);
        read(Topic.DUPLICATES).forEach(reckoning::sawDuplicate);
        read(Topic.QUARANTINE).forEach(reckoning::sawQuarantined);
        List<ScenarioResult.Check> checks = new ArrayList<>();
        checks.add(ScenarioResult.Check.of("every fault took place", () -> requireFaults(trouble.faults())));
        checks.add(ScenarioResult.Check.of("no instance gave up without cause", () -> requireEndurance(trouble)));
        checks.add(ScenarioResult.Check.of("messages of every kind were there", reckoning::requireEveryKind));
        checks.addAll(reckoning.checks());
        checks.add(ScenarioResult.Check.of("hapax verify finds nothing", this::verifyTopics));
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

    private List<ConsumerRecord<byte[], byte[]>> read(Topic topic) {
        Application application = stage.application();
        return TopicLog.read(application.bootstrapServers(), List.of(application.topic(topic)));
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

    /**
     * Compares the outputs with the expected outcomes. These are derived from the input topic and not from what was sent, because a
     * message without an acknowledgement may be there or not.
     */
    static final class Reckoning {

        private final Map<Expected, Integer> outcomes = new EnumMap<>(Expected.class);
        private final NothingLost nothingLost = new NothingLost();
        private final ExactlyOnce outcomeOnce = new ExactlyOnce();
        private final ExactlyOnce decidedOnce = new ExactlyOnce();
        private final QuarantineComplete quarantine = new QuarantineComplete();
        private final DecisionsUnchanged unchanged;

        /** @param unchanged knows the decisions that were read on the way */
        Reckoning(DecisionsUnchanged unchanged) {
            this.unchanged = unchanged;
        }

        /** @param input each partition in its order */
        void expect(List<ConsumerRecord<byte[], byte[]>> input, Iterable<String> acknowledged, Model model) {
            acknowledged.forEach(nothingLost::onSent);
            for (ConsumerRecord<byte[], byte[]> message : input) {
                String at = OutputFact.place(message);
                Expected outcome = model.next(message);
                outcomes.merge(outcome, 1, Integer::sum);
                outcomeOnce.onSent(at + " " + outcome.kind());
                if (outcome == Expected.DECIDED) {
                    decidedOnce.onSent(new String(message.key(), StandardCharsets.UTF_8));
                } else if (outcome.isQuarantined()) {
                    quarantine.onDue(at, outcome.name(), message.value());
                }
            }
        }

        void sawDecision(ConsumerRecord<byte[], byte[]> decision) {
            sawOutcome(OutputFact.source(decision), Kind.DECIDED);
            decidedOnce.onSeen(OutputFact.identity(decision));
            unchanged.onSeen(OutputFact.identity(decision), OutputFact.content(decision));
        }

        void sawDuplicate(ConsumerRecord<byte[], byte[]> note) {
            sawOutcome(OutputFact.source(note), Kind.HELD_BACK);
        }

        void sawQuarantined(ConsumerRecord<byte[], byte[]> quarantined) {
            String at = OutputFact.sourceOfQuarantined(quarantined);
            sawOutcome(at, Kind.QUARANTINED);
            quarantine.onSeen(at, OutputFact.reason(quarantined), quarantined.value());
        }

        private void sawOutcome(String at, Kind kind) {
            nothingLost.onSeen(at);
            outcomeOnce.onSeen(at + " " + kind);
        }

        /** Without duplicates, conflicts and unreadable messages, the checks would show little. */
        void requireEveryKind() {
            List<Expected> missing = Stream.of(
                            Expected.DECIDED, Expected.DUPLICATE, Expected.CONFLICT, Expected.UNREADABLE)
                    .filter(outcome -> !outcomes.containsKey(outcome))
                    .toList();
            if (!missing.isEmpty()) {
                throw new AssertionError("no message was " + missing + ": give it more time, or a higher --rate");
            }
        }

        /** The expected number of messages with each outcome. */
        Map<Expected, Integer> outcomes() {
            return outcomes;
        }

        List<ScenarioResult.Check> checks() {
            return List.of(
                    ScenarioResult.Check.of("nothing lost", nothingLost::verify),
                    ScenarioResult.Check.of("one outcome for each message, the right one", outcomeOnce::verify),
                    ScenarioResult.Check.of("each identity decided once", decidedOnce::verify),
                    ScenarioResult.Check.of("quarantine complete, byte for byte", quarantine::verify),
                    ScenarioResult.Check.of("decisions unchanged", unchanged::verify));
        }
    }
}
