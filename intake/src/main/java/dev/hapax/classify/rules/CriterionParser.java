package dev.hapax.classify.rules;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the criteria under {@code when}. */
final class CriterionParser {

    private static final List<String> KEYS =
            List.of("keywords", "pattern", "sender-domain", "conditions", "any-of", "not");
    private static final List<String> KEYWORD_KEYS = List.of("in", "any", "all", "none");
    private static final List<String> PATTERN_KEYS = List.of("in", "matches");
    private static final int MAX_PATTERN = 1_000;

    private final RuleSection rule;
    private final Vocabulary vocabulary;
    private final Problems problems;

    CriterionParser(RuleSection rule, Vocabulary vocabulary, Problems problems) {
        this.rule = rule;
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    /**
     * All criteria of one mapping, in an order that does not depend on how it is written: cheap ones first.
     *
     * @return null if nothing usable is there, which is then among the problems
     */
    @Nullable
    Criterion parse(YamlNode node, String what) {
        RuleSection section = new RuleSection(node, what, KEYS, rule.where(), problems);
        List<Criterion> parts = new ArrayList<>();
        keywords(section, parts);
        senderDomain(section, parts);
        conditions(section, parts);
        not(section, parts);
        anyOf(section, parts);
        patterns(section, parts);
        if (node instanceof YamlNode.Mapping mapping && mapping.entries().isEmpty()) {
            section.problem(node.line(), "'%s' is empty; use one of: %s".formatted(what, String.join(", ", KEYS)));
        }
        if (parts.isEmpty()) {
            return null;
        }
        return parts.size() == 1 ? parts.get(0) : new Criterion.All(parts);
    }

    private void keywords(RuleSection section, List<Criterion> parts) {
        for (YamlNode node : section.items("keywords")) {
            RuleSection keywords = new RuleSection(node, "keywords", KEYWORD_KEYS, rule.where(), problems);
            List<Criterion.Place> in = places(keywords);
            List<Keyword> all = words(keywords, "all");
            List<Keyword> any = words(keywords, "any");
            List<Keyword> none = words(keywords, "none");
            if (keywords.get("all") == null && keywords.get("any") == null && keywords.get("none") == null) {
                keywords.problem(node.line(), "'keywords' names no words; list them under any, all or none");
            }
            parts.add(new Criterion.Keywords(in, all, any, none));
        }
    }

    private List<Keyword> words(RuleSection section, String key) {
        Set<Keyword> words = new LinkedHashSet<>();
        for (YamlNode.Scalar scalar : section.scalars(key)) {
            try {
                words.add(vocabulary.keyword(scalar.text()));
            } catch (IllegalArgumentException e) {
                section.problem(scalar.line(), String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(words);
    }

    private void patterns(RuleSection section, List<Criterion> parts) {
        for (YamlNode node : section.items("pattern")) {
            RuleSection pattern = new RuleSection(node, "pattern", PATTERN_KEYS, rule.where(), problems);
            List<Criterion.Search> searches = new ArrayList<>();
            for (YamlNode.Scalar scalar : pattern.scalars("matches")) {
                Pattern compiled = compile(pattern, scalar);
                if (compiled != null) {
                    searches.add(search(compiled));
                }
            }
            if (pattern.get("matches") == null) {
                pattern.problem(node.line(), "'matches' is missing in pattern; write the regular expression under it");
            }
            parts.add(new Criterion.Matches(places(pattern), searches));
        }
    }

    private static @Nullable Pattern compile(RuleSection section, YamlNode.Scalar scalar) {
        if (scalar.text().isBlank() || scalar.text().length() > MAX_PATTERN) {
            section.problem(
                    scalar.line(),
                    "a regular expression has 1 to " + MAX_PATTERN + " characters, not "
                            + scalar.text().length());
            return null;
        }
        try {
            return Pattern.compile(scalar.text(), Pattern.CASE_INSENSITIVE);
        } catch (PatternSyntaxException e) {
            section.problem(
                    scalar.line(),
                    "the regular expression '%s' cannot be used: %s; see the syntax of RE2 (no look-around, no back-references)"
                            .formatted(ReasonTemplate.clean(scalar.text(), 80), e.getMessage()));
            return null;
        }
    }

    /** With what the automaton must have seen before the pattern is worth running. */
    private Criterion.Search search(Pattern pattern) {
        List<Set<String>> literals = RequiredLiterals.allOf(pattern.pattern());
        if (literals.isEmpty()) {
            return new Criterion.Search(pattern, List.of(), List.of());
        }
        List<Keyword> needed = literals.get(0).stream().map(vocabulary::piece).toList();
        return new Criterion.Search(pattern, needed, literals.subList(1, literals.size()));
    }

    private List<Criterion.Place> places(RuleSection section) {
        Set<Criterion.Place> places = new LinkedHashSet<>();
        for (YamlNode.Scalar scalar : section.scalars("in")) {
            String field = scalar.text().strip();
            if (field.isEmpty()) {
                section.problem(scalar.line(), "a field under 'in' is empty; name one, such as subject");
            }
            places.add(new Criterion.Place(field, vocabulary.field(field)));
        }
        if (section.get("in") == null) {
            section.problem(
                    section.line(), "'in' is missing; name the fields to look in, such as 'in: [subject, body]'");
        }
        return List.copyOf(places);
    }

    private void senderDomain(RuleSection section, List<Criterion> parts) {
        if (section.get("sender-domain") == null) {
            return;
        }
        Set<String> exact = new LinkedHashSet<>();
        Set<String> above = new LinkedHashSet<>();
        for (YamlNode.Scalar scalar : section.scalars("sender-domain")) {
            boolean wildcard = scalar.text().startsWith("*.");
            String domain = SenderDomain.normal(scalar.text().substring(wildcard ? 2 : 0));
            if (domain.isEmpty()) {
                section.problem(
                        scalar.line(),
                        "'%s' is no domain; write it as stripe.com, or as *.stripe.com for everything below it"
                                .formatted(ReasonTemplate.clean(scalar.text(), 60)));
            }
            (wildcard ? above : exact).add(domain);
        }
        parts.add(new Criterion.From(exact, above));
    }

    private void conditions(RuleSection section, List<Criterion> parts) {
        for (YamlNode.Scalar scalar : section.scalars("conditions")) {
            try {
                parts.add(ConditionParser.parse(scalar.text()));
            } catch (IllegalArgumentException e) {
                section.problem(scalar.line(), String.valueOf(e.getMessage()));
            }
        }
    }

    private void not(RuleSection section, List<Criterion> parts) {
        YamlNode node = section.get("not");
        Criterion part = node == null ? null : parse(node, "not");
        if (part != null) {
            parts.add(new Criterion.Not(part));
        }
    }

    private void anyOf(RuleSection section, List<Criterion> parts) {
        List<Criterion> alternatives = new ArrayList<>();
        for (YamlNode node : section.items("any-of")) {
            Criterion part = parse(node, "any-of");
            if (part != null) {
                alternatives.add(part);
            }
        }
        if (!alternatives.isEmpty()) {
            parts.add(new Criterion.AnyOf(alternatives));
        }
    }
}
