package dev.hapax.operations.verify;

import org.jspecify.annotations.Nullable;

/**
 * That a message has an outcome of its own, or that a duplicate note names it as the one that came first.
 *
 * @param first the message that came first
 * @param note the note that names it; null for an outcome
 */
record FirstMention(RecordPosition first, @Nullable Note note) {

    /**
     * A duplicate note.
     *
     * @param about the message that was held back
     * @param earliest when the first message can have been decided at the earliest, milliseconds since 1970
     */
    record Note(RecordPosition about, int generation, PackedPosition at, long earliest) {}

    /** Numbers in a row; sorted by the first of them, what is said of one message stands together, outcomes first. */
    static final int WIDTH = 7;

    static final int KEYS = 3;

    private static final long OUTCOME = -1;

    static FirstMention outcome(RecordPosition message) {
        return new FirstMention(message, null);
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

    static FirstMention of(long[] row) {
        RecordPosition first = place(row[0], row[1]);
        return row[2] == OUTCOME
                ? outcome(first)
                : new FirstMention(
                        first, new Note(place(row[3], row[4]), (int) row[5], PackedPosition.unpack(row[2]), row[6]));
    }

    private static RecordPosition place(long partitionKey, long offset) {
        return new RecordPosition((int) (partitionKey >>> 32), (int) partitionKey, offset);
    }
}
