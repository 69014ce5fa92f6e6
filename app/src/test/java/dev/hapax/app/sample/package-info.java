@NullMarked
package dev.hapax.app.sample;

import org.jspecify.annotations.NullMarked;
