/** {@code hapax quarantine}: the inbox on the command line. */
@NullMarked
package dev.hapax.app.quarantine;

import org.jspecify.annotations.NullMarked;
