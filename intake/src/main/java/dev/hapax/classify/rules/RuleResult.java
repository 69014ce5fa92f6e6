package dev.hapax.classify.rules;

import dev.hapax.domain.Judgement;

/** What is said of a message when a rule, or none, has matched. */
record RuleResult(String rule, String label, boolean important, int score, ReasonTemplate reason) {

    /** Whose outcome stands where no rule matches; no rule may be called so. */
    static final String DEFAULT = "default";

    Judgement of(MessageView reading) {
        return new Judgement(label, important, score, reason.fill(reading), rule);
    }

    void describe(RuleSetDigest form) {
        form.text(rule)
                .text(label)
                .text(Boolean.toString(important))
                .number(score)
                .text(reason.text());
    }
}
