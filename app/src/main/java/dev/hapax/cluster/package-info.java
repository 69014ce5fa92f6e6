/**
 * What Hapax needs of a Kafka cluster, and whether it is there: brokers, topics, partition counts, transactions.
 */
@NullMarked
package dev.hapax.cluster;

import org.jspecify.annotations.NullMarked;
