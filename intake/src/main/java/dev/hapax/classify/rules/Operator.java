package dev.hapax.classify.rules;

import java.util.Arrays;
import java.util.List;

/** How a condition compares. */
enum Operator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">="),
    IN("in"),
    EXISTS("exists"),
    MISSING("missing");

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    String sign() {
        return sign;
    }

    static List<String> signs() {
        return Arrays.stream(values()).map(Operator::sign).toList();
    }

    /** Whether it asks which of two is greater, which only numbers answer. */
    boolean orders() {
        return switch (this) {
            case LESS, AT_MOST, GREATER, AT_LEAST -> true;
            default -> false;
        };
    }

    boolean takesNothing() {
        return this == EXISTS || this == MISSING;
    }

    /** Whether it holds when the value compares to the literal in that way. */
    boolean holds(int comparison) {
        return switch (this) {
            case EQUAL, IN -> comparison == 0;
            case NOT_EQUAL -> comparison != 0;
            case LESS -> comparison < 0;
            case AT_MOST -> comparison <= 0;
            case GREATER -> comparison > 0;
            case AT_LEAST -> comparison >= 0;
            case EXISTS, MISSING -> throw new IllegalStateException(sign + " compares nothing");
        };
    }
}
