@NullMarked
package dev.hapax.operations.verify;

import org.jspecify.annotations.NullMarked;
