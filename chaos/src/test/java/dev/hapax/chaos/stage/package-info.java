@NullMarked
package dev.hapax.chaos.stage;

import org.jspecify.annotations.NullMarked;
