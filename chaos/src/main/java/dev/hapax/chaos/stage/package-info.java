/**
 * What a fault acts on: instances, brokers and the network between, the load, and who watches what comes out.
 */
@NullMarked
package dev.hapax.chaos.stage;

import org.jspecify.annotations.NullMarked;
