/**
 * The demo: a real broker in this process, a real instance, a generated stream, and a table that adds up. The only package
 * that uses the embedded broker.
 */
@NullMarked
package dev.hapax.demo;

import org.jspecify.annotations.NullMarked;
