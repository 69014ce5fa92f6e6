/**
 * Verifies that every message that was read has one outcome, and the right one. {@link
 * dev.hapax.operations.verify.Verifier} reads inputs and outputs into rows of a fixed size, sorts them on disk, and checks them one
 * message, identity or delivery at a time, so that memory does not grow with the topics.
 */
@NullMarked
package dev.hapax.operations.verify;

import org.jspecify.annotations.NullMarked;
