/**
 * The ledger of deliveries as a Kafka Streams processor: its store, its timers and its records around {@link
 * dev.hapax.delivery.Ledger}, which decides. Nothing here sends anything.
 */
@NullMarked
package dev.hapax.ledger;

import org.jspecify.annotations.NullMarked;
