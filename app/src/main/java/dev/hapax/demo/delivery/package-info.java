/**
 * {@code hapax demo delivery} and {@code hapax demo campaign}: a broker, servers, an instance and workers, of which some are killed
 * half-way.
 */
@NullMarked
package dev.hapax.demo.delivery;

import org.jspecify.annotations.NullMarked;
