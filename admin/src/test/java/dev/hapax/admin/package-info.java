@NullMarked
package dev.hapax.admin;

import org.jspecify.annotations.NullMarked;
