package dev.hapax.classify.rules;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.RuleExplanation;
import dev.hapax.classify.UndecidableException;
import dev.hapax.classify.rules.Rule.Result;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.rendering.RuleDelivery;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges by rules: the one with the highest priority that matches decides. Immutable, so any thread may ask it. */
public final class RulesClassifier implements Classifier {

    private final String version;
    private final Set<String> fields;
    private final List<Rule> rules;
    private final Result otherwise;
    private final Automaton automaton;
    private final List<String> keywordFields;
    private final RuleIndex index;
    private final Map<String, ReasonTemplate> reasons = new HashMap<>();
    private final Map<String, RuleDelivery> deliveries = new LinkedHashMap<>();

    public RulesClassifier(RuleSet ruleSet) {
        version = ruleSet.version();
        rules = ruleSet.byPriority();
        otherwise = ruleSet.otherwise();
        automaton = ruleSet.automaton();
        keywordFields = ruleSet.vocabulary().fields();
        index = new RuleIndex(rules, ruleSet.vocabulary());
        Set<String> all = new HashSet<>(otherwise.reason().fields());
        reasons.put(otherwise.rule(), otherwise.reason());
        for (Rule rule : rules) {
            reasons.put(rule.outcome().rule(), rule.outcome().reason());
            all.addAll(rule.when().fields());
            all.addAll(rule.outcome().reason().fields());
            RuleDelivery delivery = rule.delivery();
            if (delivery != null) {
                deliveries.put(delivery.rule(), delivery);
                all.addAll(delivery.fields());
            }
        }
        fields = Set.copyOf(all);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Set<String> fields() {
        return fields;
    }

    @Override
    public Judgement classify(Content content) throws UndecidableException {
        MessageView reading = new MessageView(content, automaton, keywordFields);
        BitSet candidates = index.candidates(reading);
        for (int i = candidates.nextSetBit(0); i >= 0; i = candidates.nextSetBit(i + 1)) {
            Rule rule = rules.get(i);
            TriState answer = rule.when().holds(reading);
            if (answer == TriState.YES) {
                return rule.outcome().of(reading);
            }
            // A rule of lower priority might match, but this one would have gone first: that would be a guess.
            if (answer instanceof TriState.Undecided undecided) {
                throw new UndecidableException("rule " + rule.id() + ": " + undecided.explanation());
            }
        }
        return otherwise.of(reading);
    }

    @Override
    public List<RuleExplanation> explain(Content content) {
        return RuleExplainer.explain(rules, new MessageView(content, automaton, keywordFields));
    }

    @Override
    public Collection<RuleDelivery> deliveries() {
        return Collections.unmodifiableCollection(deliveries.values());
    }

    @Override
    public @Nullable RuleDelivery deliveryOf(Judgement judgement) {
        return deliveries.get(judgement.rule());
    }

    @Override
    public @Nullable String ownWordsOf(Judgement judgement) {
        ReasonTemplate reason = reasons.get(judgement.rule());
        return reason == null ? null : reason.withoutQuotes();
    }
}
