package dev.hapax.operations.verify;

/** What kind of record a fact was read from. */
enum RecordKind {
    /** A record of a source, or one of the replays topic that is no replay. */
    INPUT(0),
    /** A record of the replays topic: the message it gives again, under its generation. */
    REPLAY(1),
    /** A message between intake and guard. */
    IN_FLIGHT(2),
    DECISION(3),
    ALERT(4),
    DUPLICATE(5),
    REDELIVERY(6),
    QUARANTINE(7),
    /** A record of a source or the replays topic once more: what rules would decide that an operator applied at some time. */
    BY_OTHER_RULES(8);

    private static final RecordKind[] BY_CODE = values();

    /** As it stands in a row. */
    private final int code;

    RecordKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static RecordKind of(int code) {
        return BY_CODE[code];
    }

    boolean input() {
        return this == INPUT || this == REPLAY;
    }

    /** Whether a message that has one of these is accounted for. */
    boolean outcome() {
        return this == DECISION || this == DUPLICATE || this == REDELIVERY || this == QUARANTINE;
    }
}
