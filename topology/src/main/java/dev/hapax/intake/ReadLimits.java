package dev.hapax.intake;

/** How much structure a reader accepts before it calls a message unreadable. */
public record ReadLimits(int maxDepth) {}
