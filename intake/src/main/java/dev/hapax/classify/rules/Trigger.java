package dev.hapax.classify.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
            return all.parts().stream().flatMap(part -> of(part).stream()).min(Comparator.comparingInt(Trigger::size));
        }
        if (criterion instanceof Criterion.AnyOf anyOf) {
            List<Optional<Trigger>> parts =
                    anyOf.parts().stream().map(Trigger::of).toList();
            return parts.stream().allMatch(Optional::isPresent)
                    ? Optional.of(union(parts.stream().flatMap(Optional::stream).toList()))
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
