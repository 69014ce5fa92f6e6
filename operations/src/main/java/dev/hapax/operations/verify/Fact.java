package dev.hapax.operations.verify;

import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * What the checks need to know of one record.
 *
 * @param about the coordinates of the original message
 * @param generation under which that message acts
 * @param digest of the decision: the one written, or for an input the one that would be made by the version of the flags
 * @param at the position of the record itself
 * @param time of the record, milliseconds since 1970
 */
record Fact(Kind kind, RecordPosition about, int generation, int flags, long digest, PackedPosition at, long time) {

    /** An input outside the verified range, whose outcome is not checked. */
    static final int OUTSIDE = 1;
    /** A replay that raises no alert. */
    static final int SILENT = 1 << 1;
    /** An input that would be refused by the version of the flags. */
    static final int REFUSED = 1 << 2;
    /** A decision that is important. */
    static final int IMPORTANT = 1 << 3;
    /** A decision by a version that is known, so that it can be made again. */
    static final int SAME_RULES = 1 << 4;
    /** Quarantined because the guard could not tell any more whether it had acted before. */
    static final int LATE = 1 << 5;
    /** Its value is not what Hapax writes. */
    static final int UNREADABLE = 1 << 6;

    /** The bits above these flags are the number of the version, as {@link RuleVersions} counts them. */
    private static final int RULES_SHIFT = 7;

    static final int MOST_RULES = (1 << (16 - RULES_SHIFT)) - 1;

    /** Numbers in a row. Sorted by the first of them, facts of one message are together, inputs first. */
    static final int WIDTH = 6;

    static final int KEYS = 5;

    private static final int FLAG_BITS = 16;

    /** Hash of a decision as it is written, so that two can be compared without being kept. */
    static long digest(byte @Nullable [] key, byte @Nullable [] value) {
        MessageDigest sha256 = Sha256.newDigest();
        update(sha256, key);
        update(sha256, value);
        return Fingerprint.of(sha256.digest()).high();
    }

    private static void update(MessageDigest sha256, byte @Nullable [] bytes) {
        int length = bytes == null ? -1 : bytes.length;
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
        if (bytes != null) {
            sha256.update(bytes);
        }
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** The number of a version as a part of the flags. */
    static int flags(int rules) {
        return rules << RULES_SHIFT;
    }

    /** The number of the version that made a decision, or by which an input was judged. */
    int rules() {
        return flags >>> RULES_SHIFT;
    }

    boolean sameMessage(Fact other) {
        return about.equals(other.about) && generation == other.generation;
    }

    void put(long[] row) {
        row[0] = about.partitionKey();
        row[1] = about.offset();
        row[2] = ((long) generation << 32) | ((long) kind.code << FLAG_BITS) | flags;
        row[3] = at.packed();
        row[4] = digest;
        row[5] = time;
    }

    static Fact of(long[] row) {
        int kindAndFlags = (int) row[2];
        return new Fact(
                Kind.BY_CODE[kindAndFlags >>> FLAG_BITS],
                RecordPosition.of(row[0], row[1]),
                (int) (row[2] >>> 32),
                kindAndFlags & ((1 << FLAG_BITS) - 1),
                row[4],
                PackedPosition.unpack(row[3]),
                row[5]);
    }

    /** The kind of record that a fact was read from. */
    enum Kind {
        /** A record of a source, or one of the replays topic that is not a replay. */
        INPUT(0),
        /** A record of the replays topic: the replayed message under its generation. */
        REPLAY(1),
        /** A message between intake and guard. */
        IN_FLIGHT(2),
        DECISION(3),
        ALERT(4),
        DUPLICATE(5),
        REDELIVERY(6),
        QUARANTINE(7),
        /** An input again, as decided by rules that an operator applied at some time. */
        BY_OTHER_RULES(8);

        private static final Kind[] BY_CODE = values();

        /** The number in a row. */
        private final int code;

        Kind(int code) {
            this.code = code;
        }

        boolean input() {
            return this == INPUT || this == REPLAY;
        }

        /** Whether it accounts for its message. */
        boolean outcome() {
            return this == DECISION || this == DUPLICATE || this == REDELIVERY || this == QUARANTINE;
        }
    }
}
