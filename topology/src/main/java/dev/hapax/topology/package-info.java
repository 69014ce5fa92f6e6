/**
 * The way of a message through Kafka Streams: read, take in, admit once, publish. Start at {@link
 * dev.hapax.topology.HapaxTopology}. What is decided, and why, is in the other packages; here is only how it is joined.
 */
@NullMarked
package dev.hapax.topology;

import org.jspecify.annotations.NullMarked;
