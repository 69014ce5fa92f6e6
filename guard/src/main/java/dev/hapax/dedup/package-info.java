/**
 * Deduplication for any Kafka Streams topology: start at {@link dev.hapax.dedup.Deduplicate}. This package is the public
 * interface of the library; the packages it uses are internal and may change without notice.
 */
@NullMarked
package dev.hapax.dedup;

import org.jspecify.annotations.NullMarked;
