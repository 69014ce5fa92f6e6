package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Fault;
import dev.hapax.operations.verify.Finding.Trace;
import org.jspecify.annotations.Nullable;

/** Checks, from mentions sorted by message, that what duplicate notes name as the first was decided or quarantined itself. */
final class DuplicateCheck {

    private final Retention retention;
    private final Results results;
    private @Nullable RecordPosition known;

    DuplicateCheck(Retention retention, Results results) {
        this.retention = retention;
        this.results = results;
    }

    void accept(Mention mention) {
        Mention.Note note = mention.note();
        if (note == null) {
            known = mention.first();
        } else if (!mention.first().equals(known)) {
            if (note.earliest() < retention.firsts()) {
                results.unknownFirst();
            } else {
                Trace trace = new Trace(Kind.DUPLICATE, note.at());
                results.add(new Finding(Fault.FIRST_WITHOUT_OUTCOME, note.about(), note.generation(), trace, null));
            }
        }
    }

    /**
     * That a message has an outcome of its own, or that a duplicate note names it as the one that came first.
     *
     * @param first the message that came first
     * @param note the note that names it; null for an outcome
     */
    record Mention(RecordPosition first, @Nullable Note note) {

        /**
         * A duplicate note.
         *
         * @param about the message that was held back
         * @param earliest when the first message can have been decided at the earliest, milliseconds since 1970
         */
        record Note(RecordPosition about, int generation, PackedPosition at, long earliest) {}

        /** Numbers in a row. Sorted by the first of them, rows of one message are together, outcomes first. */
        static final int WIDTH = 7;

        static final int KEYS = 3;

        private static final long OUTCOME = -1;

        static Mention outcome(RecordPosition message) {
            return new Mention(message, null);
        }

        void put(long[] row) {
            row[0] = first.partitionKey();
            row[1] = first.offset();
            row[2] = note == null ? OUTCOME : note.at().packed();
            row[3] = note == null ? 0 : note.about().partitionKey();
            row[4] = note == null ? 0 : note.about().offset();
            row[5] = note == null ? 0 : note.generation();
            row[6] = note == null ? 0 : note.earliest();
        }

        static Mention of(long[] row) {
            RecordPosition first = RecordPosition.of(row[0], row[1]);
            return row[2] == OUTCOME
                    ? outcome(first)
                    : new Mention(
                            first,
                            new Note(
                                    RecordPosition.of(row[3], row[4]),
                                    (int) row[5],
                                    PackedPosition.unpack(row[2]),
                                    row[6]));
        }
    }
}
