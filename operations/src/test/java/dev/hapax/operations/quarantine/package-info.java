@NullMarked
package dev.hapax.operations.quarantine;

import org.jspecify.annotations.NullMarked;
