@NullMarked
package dev.hapax.admin.stats;

import org.jspecify.annotations.NullMarked;
