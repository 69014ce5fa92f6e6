/** Commands for deliveries: {@code hapax deliveries}, {@code hapax delivery}, {@code hapax deliver} and {@code hapax receipts}. */
@NullMarked
package dev.hapax.app.delivery;

import org.jspecify.annotations.NullMarked;
