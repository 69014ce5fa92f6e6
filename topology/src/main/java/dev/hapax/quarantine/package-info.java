/**
 * What goes to quarantine: the original, byte for byte, with headers that say why; and when to stop instead.
 */
@NullMarked
package dev.hapax.quarantine;

import org.jspecify.annotations.NullMarked;
