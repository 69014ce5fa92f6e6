/**
 * The quarantine as an inbox: cases are listed, looked into, assigned, replayed, edited, dropped, exported. Every change is on
 * record in the cases topic; a replay and the change of its case are one Kafka transaction.
 */
@NullMarked
package dev.hapax.operations.quarantine;

import org.jspecify.annotations.NullMarked;
