@NullMarked
package dev.hapax.bench.report;

import org.jspecify.annotations.NullMarked;
