/**
 * What operators do over HTTP: quarantine, replays, keys. The work itself is {@code dev.hapax.operations}; here it is asked
 * for, allowed, bounded and told, and what must not be seen is masked.
 */
@NullMarked
package dev.hapax.admin.work;

import org.jspecify.annotations.NullMarked;
