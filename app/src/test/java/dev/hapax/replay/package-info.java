/** Replays against a real broker and a running instance: executed, killed, taken over, cancelled. */
@NullMarked
package dev.hapax.replay;

import org.jspecify.annotations.NullMarked;
