/**
 * The topics that a configuration needs.
 */
@NullMarked
package dev.hapax.operations.topics;

import org.jspecify.annotations.NullMarked;
