@NullMarked
package dev.hapax.app.verify;

import org.jspecify.annotations.NullMarked;
