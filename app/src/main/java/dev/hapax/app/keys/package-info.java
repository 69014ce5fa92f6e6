/** {@code hapax key}: what the guard knows of identities, asked and told on the command line. */
@NullMarked
package dev.hapax.app.keys;

import org.jspecify.annotations.NullMarked;
