package dev.hapax.classify.rules;

import dev.hapax.classify.RuleExplanation;
import dev.hapax.domain.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains rules to a person: which conditions of a rule hold for a message, and which do not. */
final class RuleExplainer {

    private static final int LONGEST_VALUE = 60;
    private static final int LISTED = 3;

    private final MessageView message;
    private final List<String> held = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private boolean foundSomething;

    private RuleExplainer(MessageView message) {
        this.message = message;
    }

    static List<RuleExplanation> explain(List<Rule> byPriority, MessageView message) {
        List<RuleExplanation> explanations = new ArrayList<>();
        boolean settled = false;
        for (Rule rule : byPriority) {
            RuleExplainer explainer = new RuleExplainer(message);
            explainer.add(rule.when());
            RuleExplanation.Answer answer = answer(rule.when().holds(message));
            boolean decides = !settled && answer == RuleExplanation.Answer.YES;
            // After a rule that cannot be decided, no rule of lower priority may decide.
            settled |= answer != RuleExplanation.Answer.NO;
            explanations.add(new RuleExplanation(
                    rule.id(),
                    rule.priority(),
                    answer,
                    answer == RuleExplanation.Answer.NO && explainer.foundSomething,
                    decides,
                    List.copyOf(explainer.held),
                    List.copyOf(explainer.failed)));
        }
        return explanations;
    }

    private static RuleExplanation.Answer answer(TriState state) {
        if (state instanceof TriState.Settled settled) {
            return settled.holds() ? RuleExplanation.Answer.YES : RuleExplanation.Answer.NO;
        }
        return RuleExplanation.Answer.UNDECIDED;
    }

    private void add(Criterion criterion) {
        if (criterion instanceof Criterion.All all) {
            all.parts().forEach(this::add);
        } else if (criterion instanceof Criterion.Keywords keywords) {
            addKeywords(keywords);
        } else {
            // That something is not there says little about a message.
            add(criterion, !(criterion instanceof Criterion.Not));
        }
    }

    /** A rule can demand several things of the same fields. */
    private void addKeywords(Criterion.Keywords keywords) {
        for (Keyword keyword : keywords.all()) {
            addKeywords(keywords, List.of(), List.of(keyword), List.of());
        }
        if (!keywords.any().isEmpty()) {
            addKeywords(keywords, List.of(), keywords.any(), List.of());
        }
        if (!keywords.none().isEmpty()) {
            addKeywords(keywords, List.of(), List.of(), keywords.none());
        }
    }

    private void addKeywords(Criterion.Keywords keywords, List<Keyword> all, List<Keyword> any, List<Keyword> none) {
        Criterion.Keywords part = new Criterion.Keywords(keywords.in(), all, any, none);
        add(part, none.isEmpty());
    }

    private void add(Criterion criterion, boolean looksForSomething) {
        TriState answer = criterion.holds(message);
        String text = text(criterion) + values(criterion);
        if (answer == TriState.YES) {
            held.add(text);
            foundSomething |= looksForSomething;
        } else if (answer instanceof TriState.Undecided undecided) {
            failed.add(text + ": " + undecided.explanation());
        } else {
            failed.add(text);
        }
    }

    private String text(Criterion criterion) {
        if (criterion instanceof Condition condition) {
            return condition.written();
        } else if (criterion instanceof Criterion.All all) {
            return list("all of ", all.parts());
        } else if (criterion instanceof Criterion.AnyOf any) {
            List<Criterion> holding = any.parts().stream()
                    .filter(part -> part.holds(message) == TriState.YES)
                    .toList();
            return holding.size() == 1 ? text(holding.get(0)) : list("any of ", any.parts());
        } else if (criterion instanceof Criterion.Not not) {
            return "not (" + text(not.part()) + ")";
        } else if (criterion instanceof Criterion.Keywords keywords) {
            return places(keywords.in()) + " has " + words(found(keywords));
        } else if (criterion instanceof Criterion.Matches matches) {
            return places(matches.in()) + " matches "
                    + shortened(
                            matches.searches().stream()
                                    .map(search -> search.pattern().pattern())
                                    .toList(),
                            " or ");
        } else if (criterion instanceof Criterion.From from) {
            return "sender domain is "
                    + shortened(
                            Stream.concat(
                                            from.exact().stream().sorted(),
                                            from.above().stream().sorted().map(domain -> "*." + domain))
                                    .toList(),
                            " or ");
        }
        throw new IllegalStateException("unknown criterion " + criterion);
    }

    private String list(String name, List<Criterion> parts) {
        return parts.stream().map(this::text).collect(Collectors.joining("; ", name + "(", ")"));
    }

    private static String words(Criterion.Keywords keywords) {
        List<String> parts = new ArrayList<>();
        if (!keywords.all().isEmpty()) {
            parts.add("all of " + quoted(keywords.all()));
        }
        if (!keywords.any().isEmpty()) {
            parts.add((keywords.any().size() == 1 ? "" : "any of ") + quoted(keywords.any()));
        }
        if (!keywords.none().isEmpty()) {
            parts.add("none of " + quoted(keywords.none()));
        }
        return String.join(" and ", parts);
    }

    private static String quoted(List<Keyword> keywords) {
        return shortened(
                keywords.stream().map(keyword -> '"' + keyword.written() + '"').toList(), ", ");
    }

    private static String shortened(List<String> texts, String separator) {
        if (texts.size() <= LISTED + 1) {
            return String.join(separator, texts);
        }
        return String.join(separator, texts.subList(0, LISTED)) + " and " + (texts.size() - LISTED) + " more";
    }

    /** Of several words, only one of which is needed, those that are there; all of them if none is. */
    private Criterion.Keywords found(Criterion.Keywords keywords) {
        List<Keyword> there = keywords.any().stream()
                .filter(keyword ->
                        new Criterion.Keywords(keywords.in(), List.of(), List.of(keyword), List.of()).holds(message)
                                == TriState.YES)
                .toList();
        return there.isEmpty()
                ? keywords
                : new Criterion.Keywords(keywords.in(), keywords.all(), there, keywords.none());
    }

    private static String places(List<Criterion.Place> places) {
        return places.stream().map(Criterion.Place::name).collect(Collectors.joining(" or "));
    }

    /** What the message has in the fields that the criterion looks at. */
    private String values(Criterion criterion) {
        return criterion.fields().stream()
                .sorted()
                .map(field -> field + " is " + value(field))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private String value(String field) {
        Value value = message.value(field);
        if (value == null) {
            return "missing";
        }
        return value instanceof Value.Text text
                ? '"' + ReasonTemplate.clean(text.text(), LONGEST_VALUE) + '"'
                : Condition.shown(value);
    }
}
