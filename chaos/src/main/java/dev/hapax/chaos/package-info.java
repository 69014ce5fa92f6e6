/**
 * Runs Hapax under load and faults, and says whether its guarantees held.
 */
@NullMarked
package dev.hapax.chaos;

import org.jspecify.annotations.NullMarked;
