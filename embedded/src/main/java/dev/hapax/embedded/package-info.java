/**
 * Real Kafka brokers from Kafka's own jars, in this JVM or in ones of their own, for the demo and for tests. Nothing here
 * knows Hapax, and no instance has this package on its class path.
 */
@NullMarked
package dev.hapax.embedded;

import org.jspecify.annotations.NullMarked;
