@NullMarked
package dev.hapax.campaign;

import org.jspecify.annotations.NullMarked;
