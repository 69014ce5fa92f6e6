/** The command line: one class per command, each of which reads its arguments, calls the rooms below, and prints. */
@NullMarked
package dev.hapax.app;

import org.jspecify.annotations.NullMarked;
