/**
 * Kafka clients for a stream thread that refuse a commit which would skip a record. They know fetched, processed and
 * committed offsets only; nothing of Hapax' own messages may be used here.
 */
@NullMarked
package dev.hapax.commit;

import org.jspecify.annotations.NullMarked;
