/** {@code hapax replay} and the commands below it: what is typed, and how the answers are printed. */
@NullMarked
package dev.hapax.app.replay;

import org.jspecify.annotations.NullMarked;
