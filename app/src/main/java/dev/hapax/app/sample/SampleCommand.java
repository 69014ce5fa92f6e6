package dev.hapax.app.sample;

import dev.hapax.app.Candidates;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.operations.topics.TopicPlan;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hapax sample}: test messages for a deployment. */
@Command(
        name = "sample",
        mixinStandardHelpOptions = true,
        description = {
            "Send sample messages to a source topic, to try a deployment. Of each hundred, 90 are new, 9 are duplicates and"
                    + " one is unreadable.",
            "Consumers can't distinguish them from real messages: do not use a production topic."
        })
public final class SampleCommand implements Callable<Integer> {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The number of messages (default: ${DEFAULT-VALUE}).")
    private long messages;

    @Option(
            names = "--rate",
            paramLabel = "R",
            defaultValue = "100",
            description = "Messages per second, 0 for no limit (default: ${DEFAULT-VALUE}).")
    private long rate;

    @Option(
            names = "--source",
            paramLabel = "NAME",
            completionCandidates = Candidates.SourceNames.class,
            description = "A source with format json whose identity is a field (default: the first such source).")
    private @Nullable String source;

    @Override
    public Integer call() {
        if (messages < 1 || rate < 0) {
            throw new IllegalArgumentException(
                    messages < 1
                            ? "--messages: " + messages + " must be 1 or more."
                            : "--rate: " + rate + " must be 1 or more, or 0 for no limit.");
        }
        Clock clock = Clock.systemUTC();
        Settings settings = config.load().settings();
        SampleTarget target = SampleTarget.of(settings, source);
        requireTopic(settings, target);
        String run = "sample-" + Long.toString(clock.millis(), Character.MAX_RADIX);
        Map<SampleMessages.Kind, Long> sent;
        try (Sending sending = new Sending(settings, target, run);
                ProgressLine progress = new ProgressLine(output.err(), clock)) {
            sent = sending.send(messages, rate, done -> progress.at("sending", done, messages));
        }
        print(target, run, sent);
        return ExitCodes.DONE;
    }

    private static void requireTopic(Settings settings, SampleTarget target) {
        try (Cluster cluster = Cluster.connect(settings)) {
            cluster.inspect(TopicPlan.of(settings)).stream()
                    .filter(topic ->
                            topic.wanted().name().equals(target.source().topic()) && !topic.exists())
                    .forEach(missing -> {
                        throw new FailedException(String.join("\n", missing.problems()));
                    });
        }
    }

    private void print(SampleTarget target, String run, Map<SampleMessages.Kind, Long> sent) {
        Long fresh = sent.get(SampleMessages.Kind.NEW);
        Long again = sent.get(SampleMessages.Kind.AGAIN);
        Long unreadable = sent.get(SampleMessages.Kind.UNREADABLE);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("topic", target.source().topic());
        fields.put("source", target.source().name());
        fields.put("identities", run + "-");
        fields.put("sent", messages);
        fields.put("new", fresh);
        fields.put("again", again);
        fields.put("unreadable", unreadable);
        output.print(
                fields,
                String.format(
                        "Sent %,d messages to %s: %,d new (%s-1 and so on), %,d duplicates, %,d unreadable.",
                        messages, target.source().topic(), fresh, run, again, unreadable));
    }
}
