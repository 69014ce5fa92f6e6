@NullMarked
package dev.hapax.harness;

import org.jspecify.annotations.NullMarked;
