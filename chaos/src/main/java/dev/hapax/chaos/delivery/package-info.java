/** Deliveries under faults: every process that takes part is killed, at every step of a mail, and nothing is sent twice. */
@NullMarked
package dev.hapax.chaos.delivery;

import org.jspecify.annotations.NullMarked;
