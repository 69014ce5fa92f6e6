package dev.hapax.classify.rules;

import dev.hapax.domain.Value;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One comparison of a field with what is written in the rule, such as {@code amount > 100}. */
record Condition(String field, Operator operator, List<Literal> literals) implements Criterion {

    private static final int SHOWN = 40;

    @Override
    public TriState holds(MessageView reading) {
        Value value = reading.value(field);
        if (operator.takesNothing()) {
            return TriState.of((value != null) == (operator == Operator.EXISTS));
        }
        if (value == null) {
            return TriState.NO;
        }
        // All literals of a condition are of one kind.
        if (!literals.get(0).comparable(value)) {
            return new TriState.Undecided("%s must be %s for the condition \"%s\", but the message has %s (%s)"
                    .formatted(field, literals.get(0).kind(), written(), value.kind(), shown(value)));
        }
        for (Literal literal : literals) {
            if (operator.holds(literal.compare(value))) {
                return TriState.YES;
            }
        }
        return TriState.NO;
    }

    @Override
    public Set<String> fields() {
        return Set.of(field);
    }

    @Override
    public void describe(RuleSetDigest form) {
        form.text("condition").text(field).text(operator.sign());
        form.list(literals, literal -> form.text(literal.kind()).text(literal.written()));
    }

    String written() {
        String list = literals.stream().map(Literal::written).collect(Collectors.joining(", "));
        return field + " " + operator.sign() + " " + (operator == Operator.IN ? "[" + list + "]" : list);
    }

    static String shown(Value value) {
        // Writing out a number of a million digits takes longer than anything else here.
        boolean endless = value instanceof Value.Amount amount && Literal.Amount.isEndless(amount.number());
        return endless ? "of more digits than can be compared" : ReasonTemplate.clean(value.display(), SHOWN);
    }
}
