@NullMarked
package dev.hapax.demo;

import org.jspecify.annotations.NullMarked;
