/**
 * A configured source, ready to run: how its messages are read, how long they are guarded, and who decides. No Kafka type,
 * so that a message can be judged without a broker.
 */
@NullMarked
package dev.hapax.source;

import org.jspecify.annotations.NullMarked;
