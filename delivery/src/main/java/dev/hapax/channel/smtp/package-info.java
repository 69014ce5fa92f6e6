/**
 * Deliveries by mail, to the one server of a channel. The staged bytes go out as they are; whether the server has accepted them
 * is read from its reply to the final dot, and from nothing else.
 */
@NullMarked
package dev.hapax.channel.smtp;

import org.jspecify.annotations.NullMarked;
