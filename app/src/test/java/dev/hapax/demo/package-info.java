/** The demo on its real broker. */
@NullMarked
package dev.hapax.demo;

import org.jspecify.annotations.NullMarked;
