@NullMarked
package dev.hapax.app.delivery;

import org.jspecify.annotations.NullMarked;
