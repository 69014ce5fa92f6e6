/**
 * Replaying a range of a source's topic: which offsets, what would happen, doing it under a generation of its own, and
 * where each replay stands. Cases of the quarantine are replayed elsewhere.
 */
@NullMarked
package dev.hapax.operations.replay;

import org.jspecify.annotations.NullMarked;
