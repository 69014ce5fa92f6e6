@NullMarked
package dev.hapax.admin.feed;

import org.jspecify.annotations.NullMarked;
