@NullMarked
package dev.hapax.operations;

import org.jspecify.annotations.NullMarked;
