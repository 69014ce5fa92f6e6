/**
 * Versions of rules that operators apply while instances run: the topic that records them, for the command that writes it, the
 * instances that follow it, and {@code hapax verify}, which judges a decision by the version that made it.
 */
@NullMarked
package dev.hapax.operations.rules;

import org.jspecify.annotations.NullMarked;
