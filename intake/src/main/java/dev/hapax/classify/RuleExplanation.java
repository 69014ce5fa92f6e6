package dev.hapax.classify;

import java.util.List;

/**
 * Why a rule matched a message or not.
 *
 * @param answer whether the rule matches
 * @param nearly whether the rule does not match, although one of the things it looks for is there
 * @param decides whether its result is the judgement: of the rules that match, the one with the highest priority
 * @param held the conditions that hold
 * @param failed the conditions that do not hold or cannot be decided, each with the value it was compared with
 */
public record RuleExplanation(
        String rule,
        int priority,
        Answer answer,
        boolean nearly,
        boolean decides,
        List<String> held,
        List<String> failed) {

    /** Whether a rule matches. */
    public enum Answer {
        YES,
        NO,
        UNDECIDED
    }
}
