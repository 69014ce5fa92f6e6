/**
 * What the channels share: the network connection to a target. A channel sends one delivery once and reports what it knows of the
 * outcome; it does not retry, approve or remember.
 */
@NullMarked
package dev.hapax.channel;

import org.jspecify.annotations.NullMarked;
