package dev.hapax.bench.lab;

import java.util.SplittableRandom;

/** What a message says, given its identity. */
@FunctionalInterface
public interface GeneratedContent {

    byte[] of(String identity, SplittableRandom random);
}
