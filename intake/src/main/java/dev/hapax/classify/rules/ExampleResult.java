package dev.hapax.classify.rules;

/**
 * What became of one example.
 *
 * @param number which of the rule's examples, from 1
 * @param expected {@code match} (this very rule decides) or {@code no-match} (it does not)
 * @param got the rule that decided, {@code default} for none, or why it could not be decided
 */
public record ExampleResult(String rule, int number, int line, String expected, String got, boolean passed) {}
