package dev.hapax.classify.rules;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Something a rule asks of a message. */
sealed interface Criterion
        permits Condition,
                Criterion.All,
                Criterion.AnyOf,
                Criterion.Not,
                Criterion.Keywords,
                Criterion.Matches,
                Criterion.From {

    TriState holds(MessageView reading);

    /** The fields it looks at. */
    Set<String> fields();

    /** Writes down all that its answer depends on. */
    void describe(RuleSetDigest form);

    /** A field that keywords are looked for in, by name and by its number in the vocabulary. */
    record Place(String name, int number) {}

    /** The deciding answer if a part gives it, else the first that is not neutral. */
    private static TriState combined(List<Criterion> parts, MessageView reading, TriState neutral, TriState deciding) {
        TriState answer = neutral;
        for (Criterion part : parts) {
            TriState next = part.holds(reading);
            if (next == deciding) {
                return next;
            }
            answer = answer == neutral ? next : answer;
        }
        return answer;
    }

    /** Holds when every part does. */
    record All(List<Criterion> parts) implements Criterion {
        @Override
        public TriState holds(MessageView reading) {
            return combined(parts, reading, TriState.YES, TriState.NO);
        }

        @Override
        public Set<String> fields() {
            return union(parts);
        }

        @Override
        public void describe(RuleSetDigest form) {
            form.text("all").list(parts, part -> part.describe(form));
        }
    }

    /** Holds when at least one part does. */
    record AnyOf(List<Criterion> parts) implements Criterion {
        @Override
        public TriState holds(MessageView reading) {
            return combined(parts, reading, TriState.NO, TriState.YES);
        }

        @Override
        public Set<String> fields() {
            return union(parts);
        }

        @Override
        public void describe(RuleSetDigest form) {
            form.text("any-of").list(parts, part -> part.describe(form));
        }
    }

    /** Holds when its part does not. */
    record Not(Criterion part) implements Criterion {
        @Override
        public TriState holds(MessageView reading) {
            TriState answer = part.holds(reading);
            return answer instanceof TriState.Settled settled ? TriState.of(!settled.holds()) : answer;
        }

        @Override
        public Set<String> fields() {
            return part.fields();
        }

        @Override
        public void describe(RuleSetDigest form) {
            form.text("not");
            part.describe(form);
        }
    }

    /** Words that must or must not stand in some fields. */
    record Keywords(List<Place> in, List<Keyword> all, List<Keyword> any, List<Keyword> none) implements Criterion {

        @Override
        public TriState holds(MessageView reading) {
            for (Keyword keyword : all) {
                if (!found(keyword, in, reading)) {
                    return TriState.NO;
                }
            }
            return TriState.of((any.isEmpty() || anyFound(any, in, reading)) && !anyFound(none, in, reading));
        }

        @Override
        public Set<String> fields() {
            return names(in);
        }

        @Override
        public void describe(RuleSetDigest form) {
            form.text("keywords").list(in, place -> form.text(place.name()));
            for (List<Keyword> list : Arrays.asList(all, any, none)) {
                form.list(list, keyword -> form.text(keyword.written()));
            }
        }
    }

    /**
     * A regular expression, and what tells beforehand that it cannot be found. That only saves time: no judgement depends on
     * it.
     *
     * @param needed texts of which a match contains at least one; empty if that is unknown
     * @param alsoNeeded more of the kind, looked for only once one of the first is there, so the automaton need not know them
     */
    record Search(Pattern pattern, List<Keyword> needed, List<Set<String>> alsoNeeded) {

        boolean finds(Place place, MessageView reading) {
            if (!needed.isEmpty() && !anyFound(needed, place, reading)) {
                return false;
            }
            for (Set<String> pieces : alsoNeeded) {
                if (!anyIn(place, pieces, reading)) {
                    return false;
                }
            }
            String text = reading.collapsed(place.name());
            return !text.isEmpty() && pattern.matcher(text).find();
        }

        private static boolean anyIn(Place place, Set<String> pieces, MessageView reading) {
            for (String piece : pieces) {
                if (reading.contains(place.number(), piece)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Regular expressions, one of which must be found in one of some fields. */
    record Matches(List<Place> in, List<Search> searches) implements Criterion {
        @Override
        public TriState holds(MessageView reading) {
            for (Place place : in) {
                for (Search search : searches) {
                    if (search.finds(place, reading)) {
                        return TriState.YES;
                    }
                }
            }
            return TriState.NO;
        }

        @Override
        public Set<String> fields() {
            return names(in);
        }

        @Override
        public void describe(RuleSetDigest form) {
            form.text("pattern").list(in, place -> form.text(place.name()));
            form.list(searches, search -> form.text(search.pattern().pattern()));
        }
    }

    /** Domains the sender must be of. */
    record From(Set<String> exact, Set<String> above) implements Criterion {
        @Override
        public TriState holds(MessageView reading) {
            String domain = reading.senderDomain();
            return TriState.of(exact.contains(domain)
                    || (!above.isEmpty() && parents(domain).stream().anyMatch(above::contains)));
        }

        /** Everything a domain is a sub-domain of, nearest first. */
        static List<String> parents(String domain) {
            List<String> parents = new ArrayList<>();
            for (int dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
                parents.add(domain.substring(dot + 1));
            }
            return parents;
        }

        @Override
        public Set<String> fields() {
            return Set.of(MessageView.SENDER);
        }

        @Override
        public void describe(RuleSetDigest form) {
            form.text("sender-domain").list(sorted(exact), form::text).list(sorted(above), form::text);
        }

        private static List<String> sorted(Set<String> names) {
            return names.stream().sorted().toList();
        }
    }

    private static boolean found(Keyword keyword, List<Place> in, MessageView reading) {
        for (Place place : in) {
            if (reading.hits(place.number()).get(keyword.id())) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyFound(List<Keyword> keywords, List<Place> in, MessageView reading) {
        for (Place place : in) {
            if (anyFound(keywords, place, reading)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyFound(List<Keyword> keywords, Place place, MessageView reading) {
        BitSet hits = reading.hits(place.number());
        if (!hits.isEmpty()) {
            for (Keyword keyword : keywords) {
                if (hits.get(keyword.id())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Set<String> names(List<Place> places) {
        return places.stream().map(Place::name).collect(Collectors.toSet());
    }

    private static Set<String> union(List<Criterion> parts) {
        return parts.stream().flatMap(part -> part.fields().stream()).collect(Collectors.toSet());
    }
}
