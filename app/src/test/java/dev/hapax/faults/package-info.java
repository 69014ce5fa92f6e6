/**
 * Real instances as real processes against a real broker, and what is done to them: killed, stopped, starved. What must
 * hold whatever happens is written as objects, such as {@link dev.hapax.guarantees.ExactlyOnce}.
 */
@NullMarked
package dev.hapax.faults;

import org.jspecify.annotations.NullMarked;
