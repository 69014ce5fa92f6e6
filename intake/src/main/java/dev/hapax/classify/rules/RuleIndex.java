package dev.hapax.classify.rules;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** What must be seen in a message before a rule can match at all: one of some keywords, or one of some sender domains. */
    record Trigger(Set<Hit> hits, Set<String> exact, Set<String> above) {

        /** A keyword in a field, both by number. */
        record Hit(int field, int keyword) {}

        /** Nothing where the criterion may hold, or stay undecided, whatever the keywords and the sender. */
        static Optional<Trigger> of(Criterion criterion) {
            if (criterion instanceof Criterion.Keywords keywords) {
                return of(keywords);
            }
            if (criterion instanceof Criterion.Matches matches) {
                return of(matches);
            }
            if (criterion instanceof Criterion.From from) {
                return Optional.of(new Trigger(Set.of(), from.exact(), from.above()));
            }
            if (criterion instanceof Criterion.All all) {
                return all.parts().stream()
                        .flatMap(part -> of(part).stream())
                        .min(Comparator.comparingInt(Trigger::size));
            }
            if (criterion instanceof Criterion.AnyOf anyOf) {
                List<Optional<Trigger>> parts =
                        anyOf.parts().stream().map(Trigger::of).toList();
                return parts.stream().allMatch(Optional::isPresent)
                        ? Optional.of(
                                union(parts.stream().flatMap(Optional::stream).toList()))
                        : Optional.empty();
            }
            return Optional.empty();
        }

        private static Optional<Trigger> of(Criterion.Keywords keywords) {
            // Of words that must all be there one is enough to look for, and a long one is rarer than a short one.
            List<Keyword> sought = keywords.all().stream()
                    .max(Comparator.comparingInt(keyword -> keyword.text().length()))
                    .map(List::of)
                    .orElse(keywords.any());
            return onAny(sought, keywords.in());
        }

        private static Optional<Trigger> of(Criterion.Matches matches) {
            List<Keyword> sought = new ArrayList<>();
            for (Criterion.Search search : matches.searches()) {
                if (search.needed().isEmpty()) {
                    return Optional.empty();
                }
                sought.addAll(search.needed());
            }
            return onAny(sought, matches.in());
        }

        private static Optional<Trigger> onAny(List<Keyword> sought, List<Criterion.Place> in) {
            Set<Hit> hits = new HashSet<>();
            for (Keyword keyword : sought) {
                in.forEach(place -> hits.add(new Hit(place.number(), keyword.id())));
            }
            return hits.isEmpty() ? Optional.empty() : Optional.of(new Trigger(hits, Set.of(), Set.of()));
        }

        private static Trigger union(List<Trigger> parts) {
            Trigger union = new Trigger(new HashSet<>(), new HashSet<>(), new HashSet<>());
            for (Trigger part : parts) {
                union.hits.addAll(part.hits);
                union.exact.addAll(part.exact);
                union.above.addAll(part.above);
            }
            return union;
        }

        private int size() {
            return hits.size() + exact.size() + above.size();
        }
    }
}
