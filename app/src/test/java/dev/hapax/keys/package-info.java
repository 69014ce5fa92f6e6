/** Keys on a real broker. */
@NullMarked
package dev.hapax.keys;

import org.jspecify.annotations.NullMarked;
