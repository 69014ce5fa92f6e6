@NullMarked
package dev.hapax.bench.jmh;

import org.jspecify.annotations.NullMarked;
