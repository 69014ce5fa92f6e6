/**
 * Checks that a plug-in keeps the rules of {@code docs/plugins.md}. They throw {@link AssertionError}, so they work with every
 * test framework and need none.
 */
@NullMarked
package dev.hapax.testkit;

import org.jspecify.annotations.NullMarked;
