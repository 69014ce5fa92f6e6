package dev.hapax.operations.verify;

import org.jspecify.annotations.Nullable;

/**
 * Something is wrong with a message.
 *
 * @param shown the record that shows it
 * @param other a second one that belongs to it
 */
record Finding(
        Fault fault,
        RecordPosition about,
        int generation,
        Trace shown,
        @Nullable Trace other) {

    /** A record by its kind and spot, which is all that is needed to read it again. */
    record Trace(RecordKind kind, PackedPosition at) {
        static Trace of(Fact fact) {
            return new Trace(fact.kind(), fact.at());
        }
    }

    static Finding of(Fault fault, Fact shown) {
        return new Finding(fault, shown.about(), shown.generation(), Trace.of(shown), null);
    }

    static Finding of(Fault fault, Fact shown, Fact other) {
        return new Finding(fault, shown.about(), shown.generation(), Trace.of(shown), Trace.of(other));
    }
}
