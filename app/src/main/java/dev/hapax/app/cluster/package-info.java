/** {@code hapax cluster}: three brokers on this machine that stay, to try a deployment on. The brokers are those of {@code embedded}. */
@NullMarked
package dev.hapax.app.cluster;

import org.jspecify.annotations.NullMarked;
