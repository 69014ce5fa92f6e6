/**
 * Deliveries as HTTP requests, to the hosts that a channel allows. A request is written at most once: there are no redirects, no
 * repeats and no connections from a pool.
 */
@NullMarked
package dev.hapax.channel.http;

import org.jspecify.annotations.NullMarked;
