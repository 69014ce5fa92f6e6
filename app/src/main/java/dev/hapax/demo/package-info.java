/**
 * The demo: a real broker, a real instance, and a generated stream of messages in which every message acts once and every
 * bad one ends in quarantine with its reason.
 */
@NullMarked
package dev.hapax.demo;

import org.jspecify.annotations.NullMarked;
