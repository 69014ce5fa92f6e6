@NullMarked
package dev.hapax.operations.replay;

import org.jspecify.annotations.NullMarked;
