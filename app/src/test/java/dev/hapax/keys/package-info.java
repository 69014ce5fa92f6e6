/** The demo on its real broker. */
@NullMarked
package dev.hapax.keys;

import org.jspecify.annotations.NullMarked;
