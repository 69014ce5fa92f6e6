package dev.hapax.domain;

/**
 * A judgement, and who made it.
 *
 * @param classifier name and version of the classifier, such as {@code rules@4f1c…}
 */
public record Classification(Judgement judgement, String classifier) {}
