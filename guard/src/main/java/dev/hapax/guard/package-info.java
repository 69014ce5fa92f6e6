/**
 * The guard: has this identity acted already? Judging is here, and the store of identities in time buckets behind it;
 * what the answer leads to is decided elsewhere.
 */
@NullMarked
package dev.hapax.guard;

import org.jspecify.annotations.NullMarked;
