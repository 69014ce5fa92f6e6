@NullMarked
package dev.hapax.app.quarantine;

import org.jspecify.annotations.NullMarked;
