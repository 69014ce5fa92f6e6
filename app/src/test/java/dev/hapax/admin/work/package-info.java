@NullMarked
package dev.hapax.admin.work;

import org.jspecify.annotations.NullMarked;
