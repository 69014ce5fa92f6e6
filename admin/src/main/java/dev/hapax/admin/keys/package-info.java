/** Identities over HTTP: asked of whichever instance guards them, and forgotten by it. */
@NullMarked
package dev.hapax.admin.keys;

import org.jspecify.annotations.NullMarked;
