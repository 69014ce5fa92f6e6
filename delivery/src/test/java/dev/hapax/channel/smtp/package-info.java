@NullMarked
package dev.hapax.channel.smtp;

import org.jspecify.annotations.NullMarked;
