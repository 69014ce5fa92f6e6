/** {@code hapax bench}: the command, and one class for each thing it measures. */
@NullMarked
package dev.hapax.bench;

import org.jspecify.annotations.NullMarked;
