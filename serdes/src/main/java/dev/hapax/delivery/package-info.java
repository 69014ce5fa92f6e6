/**
 * Deliveries as the ledger keeps them: states, events, and the one function that joins them. No Kafka type, no clock, no network.
 */
@NullMarked
package dev.hapax.delivery;

import org.jspecify.annotations.NullMarked;
