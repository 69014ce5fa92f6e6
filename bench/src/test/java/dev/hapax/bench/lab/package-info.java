@NullMarked
package dev.hapax.bench.lab;

import org.jspecify.annotations.NullMarked;
