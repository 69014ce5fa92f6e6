/**
 * What operators do, as a library: commands, API and pages call it, and it prints nothing. Here is what all actions share;
 * each action has a room of its own below.
 */
@NullMarked
package dev.hapax.operations;

import org.jspecify.annotations.NullMarked;
