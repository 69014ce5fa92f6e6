@NullMarked
package dev.hapax.admin.page;

import org.jspecify.annotations.NullMarked;
