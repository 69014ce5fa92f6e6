@NullMarked
package dev.hapax.admin.unsubscribe;

import org.jspecify.annotations.NullMarked;
