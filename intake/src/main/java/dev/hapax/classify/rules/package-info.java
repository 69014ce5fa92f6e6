/**
 * The classifier whose rules an operator writes in YAML. Reads and checks the file, then judges each message in one pass;
 * no Kafka type, no clock, no state between messages.
 */
@NullMarked
package dev.hapax.classify.rules;

import org.jspecify.annotations.NullMarked;
