@NullMarked
package dev.hapax.guarantees;

import org.jspecify.annotations.NullMarked;
