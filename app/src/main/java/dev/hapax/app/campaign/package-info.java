/** The commands on campaigns. */
@NullMarked
package dev.hapax.app.campaign;

import org.jspecify.annotations.NullMarked;
