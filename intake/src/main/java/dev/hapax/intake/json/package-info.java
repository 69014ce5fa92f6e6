/**
 * The {@code json} format: one strict pass over the bytes that picks what was asked for and builds no tree.
 */
@NullMarked
package dev.hapax.intake.json;

import org.jspecify.annotations.NullMarked;
