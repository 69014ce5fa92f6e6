/**
 * Applications as tests and the fault runs see them: their processes, configuration, topics and what comes out.
 */
@NullMarked
package dev.hapax.harness;

import org.jspecify.annotations.NullMarked;
