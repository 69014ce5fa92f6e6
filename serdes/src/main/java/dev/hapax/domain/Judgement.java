package dev.hapax.domain;

import java.util.Objects;

/**
 * What a classifier says of a message.
 *
 * @param score how sure or how grave, 0 to 100
 * @param reason why, in words an operator understands
 * @param rule which rule said so
 */
public record Judgement(String label, boolean important, int score, String reason, String rule) {

    public Judgement {
        // A plug-in's judgement that lacks a part must fail where it is made, not where it is written.
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(rule, "rule");
    }
}
