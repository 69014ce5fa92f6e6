/**
 * YAML as people write it by hand: read with the lines that error messages point to, and with everything that is wrong
 * gathered before anyone is told.
 */
@NullMarked
package dev.hapax.yaml;

import org.jspecify.annotations.NullMarked;
