@NullMarked
package dev.hapax.app.replay;

import org.jspecify.annotations.NullMarked;
