/**
 * Giving a stretch of a source's topic again: which offsets, what would happen, doing it under a generation of its own, and
 * where each replay stands. Single cases out of quarantine are not given again from here.
 */
@NullMarked
package dev.hapax.operations.replay;

import org.jspecify.annotations.NullMarked;
