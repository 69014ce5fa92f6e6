/** What operators do with deliveries: look, stage, decide, reconcile, switch sending on and off, and check receipts. */
@NullMarked
package dev.hapax.operations.delivery;

import org.jspecify.annotations.NullMarked;
