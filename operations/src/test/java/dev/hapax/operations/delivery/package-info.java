@NullMarked
package dev.hapax.operations.delivery;

import org.jspecify.annotations.NullMarked;
