@NullMarked
package dev.hapax.operations.campaign;

import org.jspecify.annotations.NullMarked;
