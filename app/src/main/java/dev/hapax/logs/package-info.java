/** How the log is written: for people on a terminal, for machines elsewhere. What is logged is no matter of this package. */
@NullMarked
package dev.hapax.logs;

import org.jspecify.annotations.NullMarked;
