@NullMarked
package dev.hapax.demo.stream;

import org.jspecify.annotations.NullMarked;
