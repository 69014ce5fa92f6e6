/**
 * The kinds of faults, each injected once or more, at random moments.
 */
@NullMarked
package dev.hapax.chaos.trouble;

import org.jspecify.annotations.NullMarked;
