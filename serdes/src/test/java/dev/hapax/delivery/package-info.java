@NullMarked
package dev.hapax.delivery;

import org.jspecify.annotations.NullMarked;
