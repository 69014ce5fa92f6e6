@NullMarked
package dev.hapax.worker;

import org.jspecify.annotations.NullMarked;
