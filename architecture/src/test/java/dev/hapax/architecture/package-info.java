/** Rules about who may use what, checked over the classes of all modules. */
@NullMarked
package dev.hapax.architecture;

import org.jspecify.annotations.NullMarked;
