/**
 * Identities and what the guard knows of them: why one was held back, which there are, and having one forgotten. Reads topics
 * and writes commands; the guard itself is only ever changed by the task that owns it.
 */
@NullMarked
package dev.hapax.operations.keys;

import org.jspecify.annotations.NullMarked;
