package dev.hapax.domain;

/**
 * What a classifier says of a message.
 *
 * @param score how sure or how grave, 0 to 100
 * @param reason why, in words an operator understands
 * @param rule which rule said so
 */
public record Judgement(String label, boolean important, int score, String reason, String rule) {}
