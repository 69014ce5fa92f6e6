package dev.hapax.bench.jmh;

import dev.hapax.classify.UndecidableException;
import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import java.util.Arrays;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The cost of a judgement, by the number of rules. */
@State(Scope.Thread)
public class RulesBenchmark {

    private static final String BUILT_IN = "built-in";

    /** So many made-up rules, or those that come with Hapax. */
    @Param({BUILT_IN, "30", "300", "3000"})
    @SuppressWarnings("NullAway.Init") // JMH sets it before anything runs
    public String rules;

    @SuppressWarnings("NullAway.Init") // set up before anything runs
    private RulesClassifier classifier;

    private Content[] contents = {};
    private int next;

    @Setup
    public void prepare() {
        boolean builtIn = rules.equals(BUILT_IN);
        classifier = new RulesClassifier(
                builtIn ? RuleSet.builtIn() : RuleSet.parse(MadeUpRules.file(Integer.parseInt(rules)), "made-up.yaml"));
        contents = builtIn ? ofEvents() : MadeUpRules.messages(BenchMessages.COUNT);
    }

    @Benchmark
    public Judgement classify() throws UndecidableException {
        return classifier.classify(contents[next++ % contents.length]);
    }

    private static Content[] ofEvents() {
        return Arrays.stream(BenchMessages.arrived(BenchMessages.source("json", "/id"), BenchMessages.json()))
                .map(arrived -> Objects.requireNonNull(arrived.content()))
                .toArray(Content[]::new);
    }
}
