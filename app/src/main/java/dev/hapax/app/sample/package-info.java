/** {@code hapax sample}: messages to try a deployment with. */
@NullMarked
package dev.hapax.app.sample;

import org.jspecify.annotations.NullMarked;
