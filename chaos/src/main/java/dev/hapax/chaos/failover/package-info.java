/**
 * How long the work of an instance stands still when it is lost, or its disk is.
 */
@NullMarked
package dev.hapax.chaos.failover;

import org.jspecify.annotations.NullMarked;
