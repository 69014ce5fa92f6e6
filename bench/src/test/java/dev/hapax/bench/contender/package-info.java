@NullMarked
package dev.hapax.bench.contender;

import org.jspecify.annotations.NullMarked;
