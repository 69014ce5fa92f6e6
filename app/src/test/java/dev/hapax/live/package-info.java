/** What a running instance shows and pushes, as its clients see it. */
@NullMarked
package dev.hapax.live;

import org.jspecify.annotations.NullMarked;
