/**
 * Whether every message that was read came out once, and as it should: inputs and outputs are read, boiled down to facts of a
 * fixed size, sorted on disk by their message, and checked one message at a time.
 */
@NullMarked
package dev.hapax.operations.verify;

import org.jspecify.annotations.NullMarked;
