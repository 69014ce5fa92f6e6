@NullMarked
package dev.hapax.embedded;

import org.jspecify.annotations.NullMarked;
