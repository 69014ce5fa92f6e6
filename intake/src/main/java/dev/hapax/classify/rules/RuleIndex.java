package dev.hapax.classify.rules;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which rules can match a message at all, by what was seen in it; so that the others cost nothing. */
final class RuleIndex {

    private final int fields;
    private final BitSet always = new BitSet();
    /** By field and keyword; null for most. */
    private final @Nullable BitSet[][] byKeyword;

    private final Map<String, BitSet> byDomain = new HashMap<>();
    private final Map<String, BitSet> byParent = new HashMap<>();

    RuleIndex(List<Rule> rules, Vocabulary vocabulary) {
        fields = vocabulary.fields().size();
        byKeyword = new BitSet[fields][vocabulary.keywords().size()];
        for (int rule = 0; rule < rules.size(); rule++) {
            add(rule, Trigger.of(rules.get(rule).when()));
        }
    }

    private void add(int rule, Optional<Trigger> trigger) {
        if (trigger.isEmpty()) {
            always.set(rule);
            return;
        }
        for (Trigger.Hit hit : trigger.get().hits()) {
            BitSet known = byKeyword[hit.field()][hit.keyword()];
            BitSet which = known == null ? new BitSet() : known;
            which.set(rule);
            byKeyword[hit.field()][hit.keyword()] = which;
        }
        trigger.get().exact().forEach(domain -> put(byDomain, domain, rule));
        trigger.get().above().forEach(domain -> put(byParent, domain, rule));
    }

    private static void put(Map<String, BitSet> index, String key, int rule) {
        index.computeIfAbsent(key, k -> new BitSet()).set(rule);
    }

    /** The rules worth asking, by their place in the order of priority. */
    BitSet candidates(MessageView reading) {
        BitSet candidates = (BitSet) always.clone();
        for (int field = 0; field < fields; field++) {
            BitSet hits = reading.hits(field);
            for (int k = hits.nextSetBit(0); k >= 0; k = hits.nextSetBit(k + 1)) {
                add(candidates, byKeyword[field][k]);
            }
        }
        if (!byDomain.isEmpty() || !byParent.isEmpty()) {
            String domain = reading.senderDomain();
            if (!domain.isEmpty()) {
                add(candidates, byDomain.get(domain));
                Criterion.From.parents(domain).forEach(parent -> add(candidates, byParent.get(parent)));
            }
        }
        return candidates;
    }

    private static void add(BitSet candidates, @Nullable BitSet more) {
        if (more != null) {
            candidates.or(more);
        }
    }
}
