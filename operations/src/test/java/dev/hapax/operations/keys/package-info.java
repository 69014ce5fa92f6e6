@NullMarked
package dev.hapax.operations.keys;

import org.jspecify.annotations.NullMarked;
