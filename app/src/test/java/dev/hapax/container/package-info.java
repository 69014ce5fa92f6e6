/** Hapax against brokers in containers, where there is an engine to run them. */
@NullMarked
package dev.hapax.container;

import org.jspecify.annotations.NullMarked;
