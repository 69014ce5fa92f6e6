@NullMarked
package dev.hapax.channel.http;

import org.jspecify.annotations.NullMarked;
