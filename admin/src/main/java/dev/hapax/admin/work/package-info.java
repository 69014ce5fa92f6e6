/**
 * Operator actions over HTTP: quarantine, replays, keys. {@code dev.hapax.operations} does the work; this package parses requests,
 * checks and limits them, masks data and writes responses.
 */
@NullMarked
package dev.hapax.admin.work;

import org.jspecify.annotations.NullMarked;
