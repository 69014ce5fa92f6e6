/** Reading topics of a real broker. */
@NullMarked
package dev.hapax.reading;

import org.jspecify.annotations.NullMarked;
