/** {@code hapax replay} and the commands below it: their options, and how results are printed. */
@NullMarked
package dev.hapax.app.replay;

import org.jspecify.annotations.NullMarked;
