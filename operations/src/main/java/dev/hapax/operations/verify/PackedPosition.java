package dev.hapax.operations.verify;

/** The partition and offset of a record in the topic for its kind. Fits into one number. */
record PackedPosition(int partition, long offset) {

    private static final int OFFSET_BITS = 48;

    long packed() {
        return ((long) partition << OFFSET_BITS) | offset;
    }

    static PackedPosition unpack(long packed) {
        return new PackedPosition((int) (packed >>> OFFSET_BITS), packed & ((1L << OFFSET_BITS) - 1));
    }
}
