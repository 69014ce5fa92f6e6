/**
 * Dedup as a Flink job: what its users would write, run in one local process. It is told its job by the same arguments as the
 * other contenders of the bench. Of Hapax it uses the intake, the rules and the decision, which know no Kafka type, and these
 * only for equal work.
 */
@NullMarked
package dev.hapax.bench.flink;

import org.jspecify.annotations.NullMarked;
