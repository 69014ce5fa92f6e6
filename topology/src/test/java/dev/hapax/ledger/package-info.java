@NullMarked
package dev.hapax.ledger;

import org.jspecify.annotations.NullMarked;
