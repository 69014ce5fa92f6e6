package dev.hapax.operations.verify;

import dev.hapax.operations.Range;

/** What became of the messages of one input partition, within this stretch of it. */
public record PartitionCount(String topic, int partition, Range range, Count count) {}
