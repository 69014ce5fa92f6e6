@NullMarked
package dev.hapax.chaos;

import org.jspecify.annotations.NullMarked;
