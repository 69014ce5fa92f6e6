/**
 * The kinds of trouble an application may meet, each brought about once or more, by chance.
 */
@NullMarked
package dev.hapax.chaos.trouble;

import org.jspecify.annotations.NullMarked;
