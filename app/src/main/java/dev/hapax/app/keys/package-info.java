/** {@code hapax key}: the entries of the guard on the command line. */
@NullMarked
package dev.hapax.app.keys;

import org.jspecify.annotations.NullMarked;
