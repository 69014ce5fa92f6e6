/**
 * Dedup as a Flink job: what its users would write, run in one local process. Knows nothing of Hapax; it is told its job by the
 * same arguments as the other contenders of the bench.
 */
@NullMarked
package dev.hapax.bench.flink;

import org.jspecify.annotations.NullMarked;
