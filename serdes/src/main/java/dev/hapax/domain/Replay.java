package dev.hapax.domain;

/**
 * A message given again: the original, the source it came by, and the generation under which it may act once more.
 *
 * @param attempts how often it has failed before
 * @param silent whether its decision must raise no alert
 */
public record Replay(Message original, String source, int generation, int attempts, boolean silent) {}
