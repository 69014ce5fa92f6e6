/** {@code hapax verify}, and how it shows what was found. */
@NullMarked
package dev.hapax.app.verify;

import org.jspecify.annotations.NullMarked;
