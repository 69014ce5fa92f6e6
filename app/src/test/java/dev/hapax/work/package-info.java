/** Operators' work over HTTP. */
@NullMarked
package dev.hapax.work;

import org.jspecify.annotations.NullMarked;
