@NullMarked
package dev.hapax.admin.status;

import org.jspecify.annotations.NullMarked;
