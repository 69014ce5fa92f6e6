package dev.hapax.operations.verify;

import dev.hapax.delivery.DeliveryState;
import dev.hapax.domain.Fingerprint;

/**
 * What the checks need to know of one record of the delivery topics.
 *
 * @param id the hash of the delivery's id
 * @param group facts of one delivery and one kind are sorted by this first: the partition of a state or a receipt, the attempt of
 *     a claim, the partition that a staging was read from
 * @param offset then by this: of the record; of the staging, if it was refused
 * @param at where the record stands
 * @param state of a state or a receipt
 * @param attempt of a receipt of a late report, the attempt that was sent
 * @param content the hash of channel, target and SHA-256
 * @param time of the receipt or record, milliseconds since 1970
 * @param begun when the delivery was staged, as its state says
 * @param approvedBy the hash of who approved
 */
record DeliveryFact(
        Fingerprint id,
        Kind kind,
        long group,
        long offset,
        PackedPosition at,
        int flags,
        DeliveryState state,
        int attempt,
        long content,
        long time,
        long begun,
        long approvedBy) {

    /** What kind of record it was, in the order in which they are checked. */
    enum Kind {
        STATE,
        RECEIPT,
        CLAIM,
        STAGED,
        STAGED_AS_EVENT,
        /** A staging that was refused, standing where the staging stands. */
        REFUSED
    }

    /** A staging that no instance had read when the verification began. */
    static final int UNREAD = 1;
    /** A state that was there before the ends of all other topics were asked for. */
    static final int SETTLED = 1 << 1;
    /** A state that was deleted. */
    static final int DELETED = 1 << 2;
    /** A state or a receipt that is none. */
    static final int UNREADABLE = 1 << 3;
    /** A state with an approval of exactly its content, by a policy or with a valid signature. */
    static final int APPROVED = 1 << 4;
    /** A state whose history has a claim before any approval. */
    static final int CLAIMED_UNAPPROVED = 1 << 5;
    /** A state whose content was replaced; a staging that replaces content. */
    static final int EDITED = 1 << 6;
    /** A state or a receipt that a late report ended, after its approval may have been replaced. */
    static final int LATE = 1 << 7;
    /** A receipt with a valid signature. */
    static final int SIGNED = 1 << 8;
    /** A claim by which an operator strands what was due. */
    static final int BY_OPERATOR = 1 << 9;
    /** A receipt that names an approval. */
    static final int NAMES_APPROVAL = 1 << 10;

    static final int WIDTH = 12;
    static final int KEYS = 6;

    private static final DeliveryState[] STATES = DeliveryState.values();
    private static final Kind[] KINDS = Kind.values();

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    @SuppressWarnings("EnumOrdinal") // a row is read by the process that wrote it
    void put(long[] row) {
        row[0] = id.high();
        row[1] = id.low();
        // A refusal follows on its staging.
        row[2] = Math.min(kind.ordinal(), Kind.STAGED.ordinal());
        row[3] = group;
        row[4] = offset;
        row[5] = kind.ordinal();
        row[6] = at.packed();
        row[7] = ((long) attempt << 32) | ((long) state.ordinal() << 16) | flags;
        row[8] = content;
        row[9] = time;
        row[10] = begun;
        row[11] = approvedBy;
    }

    static DeliveryFact of(long[] row) {
        return new DeliveryFact(
                new Fingerprint(row[0], row[1]),
                KINDS[(int) row[5]],
                row[3],
                row[4],
                PackedPosition.unpack(row[6]),
                (int) row[7] & 0xFFFF,
                STATES[(int) (row[7] >>> 16) & 0xFFFF],
                (int) (row[7] >>> 32),
                row[8],
                row[9],
                row[10],
                row[11]);
    }
}
