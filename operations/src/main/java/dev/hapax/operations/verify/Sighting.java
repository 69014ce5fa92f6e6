package dev.hapax.operations.verify;

import dev.hapax.domain.Fingerprint;

/**
 * That an identity was decided, or that an operator gave a command about it.
 *
 * @param identity its hash: identities have no fixed size
 * @param source number of the source that names the ttl; {@link #COMMANDED} for a command
 * @param inRange whether the message is among those verified
 * @param eventTime of the message
 * @param at where the decision stands
 * @param written when the decision was written
 */
record Sighting(
        Fingerprint identity,
        int generation,
        int source,
        boolean inRange,
        long eventTime,
        RecordPosition about,
        PackedPosition at,
        long written) {

    static final int COMMANDED = -1;

    /** Numbers in a row; sorted by the first of them, what is said of one identity stands together, commands first. */
    static final int WIDTH = 8;

    static final int KEYS = 6;

    private static final int SOURCE_BITS = 16;
    private static final long SOURCE_MASK = (1L << SOURCE_BITS) - 2;

    static Sighting commanded(Fingerprint identity) {
        return new Sighting(identity, 0, COMMANDED, false, 0, new RecordPosition(0, 0, 0), new PackedPosition(0, 0), 0);
    }

    boolean isCommand() {
        return source == COMMANDED;
    }

    void put(long[] row) {
        row[0] = identity.high();
        row[1] = identity.low();
        row[2] = isCommand() ? -1 : generation;
        row[3] = eventTime;
        row[4] = about.partitionKey();
        row[5] = about.offset();
        row[6] = at.packed();
        row[7] = (written << SOURCE_BITS) | (((long) source << 1) & SOURCE_MASK) | (inRange ? 1 : 0);
    }

    static Sighting of(long[] row) {
        Fingerprint identity = new Fingerprint(row[0], row[1]);
        if (row[2] == -1) {
            return commanded(identity);
        }
        return new Sighting(
                identity,
                (int) row[2],
                (int) (row[7] & SOURCE_MASK) >>> 1,
                (row[7] & 1) != 0,
                row[3],
                new RecordPosition((int) (row[4] >>> 32), (int) row[4], row[5]),
                PackedPosition.unpack(row[6]),
                row[7] >> SOURCE_BITS);
    }
}
