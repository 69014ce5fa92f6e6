@NullMarked
package dev.hapax.bench.probe;

import org.jspecify.annotations.NullMarked;
