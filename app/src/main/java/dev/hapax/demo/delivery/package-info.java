/** {@code hapax demo delivery}: a broker, servers, an instance and workers, of which some are killed half-way. */
@NullMarked
package dev.hapax.demo.delivery;

import org.jspecify.annotations.NullMarked;
