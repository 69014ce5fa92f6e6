/** The pure parts measured alone, by JMH: what reading, classifying and writing one message costs, and the floor under it. */
@NullMarked
package dev.hapax.bench.jmh;

import org.jspecify.annotations.NullMarked;
