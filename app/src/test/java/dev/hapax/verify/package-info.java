/** {@code hapax verify} on topics of a real broker, as an instance left them and with faults planted in them. */
@NullMarked
package dev.hapax.verify;

import org.jspecify.annotations.NullMarked;
