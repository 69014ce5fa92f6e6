/**
 * The delivery worker: claims what is due, sends it, and reports. One {@link dev.hapax.worker.PartitionWorker} per partition of
 * the {@code due} topic; what it needs of Kafka and of the network is behind interfaces, so that tests can interrupt it anywhere.
 */
@NullMarked
package dev.hapax.worker;

import org.jspecify.annotations.NullMarked;
