package dev.hapax.domain;

/** Why a message could not be decided. The names are public: they stand in headers, metrics and runbooks. */
public enum Reason {
    /** The bytes are not what the source's format says they are. */
    UNREADABLE(Disposition.POISON, NextAction.FIX_AND_REPLAY),
    /** Readable, but not what the source requires: a field missing, of another type, or a timestamp that is none. */
    INVALID(Disposition.POISON, NextAction.FIX_AND_REPLAY),
    /** Nothing in the message says which business action it stands for. */
    NO_IDENTITY(Disposition.POISON, NextAction.FIX_AND_REPLAY),
    /** Larger than {@code limits.max-message-bytes}. */
    TOO_LARGE(Disposition.POLICY, NextAction.REVIEW),
    /** Its timestamp is ahead of the clock by more than {@code limits.max-clock-skew}. */
    IN_THE_FUTURE(Disposition.POLICY, NextAction.FIX_AND_REPLAY),
    /** Older than the guard can judge. */
    LATE(Disposition.POLICY, NextAction.REVIEW),
    /** Same identity as a message already admitted, other content. */
    CONFLICT(Disposition.CONFLICT, NextAction.REVIEW),
    /** The classifier could not decide. */
    CLASSIFIER_FAILED(Disposition.POISON, NextAction.FIX_AND_REPLAY),
    /** Quarantined again after as many replays as {@code quarantine.max-attempts} allows. */
    RETRIES_EXHAUSTED(Disposition.EXHAUSTED, NextAction.DROP),
    /** A defect in Hapax or one of its plug-ins. */
    INTERNAL(Disposition.POISON, NextAction.REVIEW);

    private final Disposition disposition;
    private final NextAction nextAction;

    Reason(Disposition disposition, NextAction nextAction) {
        this.disposition = disposition;
        this.nextAction = nextAction;
    }

    public Disposition disposition() {
        return disposition;
    }

    public NextAction nextAction() {
        return nextAction;
    }

    /** What kind of trouble it is: the message itself, a contradiction, a rule of the house, or too many tries. */
    public enum Disposition {
        POISON,
        CONFLICT,
        POLICY,
        EXHAUSTED
    }

    /** What an operator would usually do next. */
    public enum NextAction {
        FIX_AND_REPLAY("fix-and-replay"),
        DROP("drop"),
        REVIEW("review");

        private final String code;

        NextAction(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }
}
