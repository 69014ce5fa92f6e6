@NullMarked
package dev.hapax.channel;

import org.jspecify.annotations.NullMarked;
