/**
 * The command line: one class a command. A command reads its arguments, calls what does the work, and prints; results go to
 * standard output, everything else to standard error.
 */
@NullMarked
package dev.hapax.app;

import org.jspecify.annotations.NullMarked;
