package dev.hapax.domain;

/** Why a message could not be decided. The names are public: headers, metrics and runbooks contain them. */
public enum Reason {
    UNREADABLE(Disposition.POISON, NextAction.FIX_AND_REPLAY, "The value is not in the format of the source."),
    INVALID(
            Disposition.POISON,
            NextAction.FIX_AND_REPLAY,
            "A required field is missing or has the wrong type, or the timestamp is invalid."),
    NO_IDENTITY(Disposition.POISON, NextAction.FIX_AND_REPLAY, "The message has no identity."),
    TOO_LARGE(Disposition.POLICY, NextAction.REVIEW, "The message is larger than limits.max-message-bytes."),
    IN_THE_FUTURE(
            Disposition.POLICY,
            NextAction.FIX_AND_REPLAY,
            "The timestamp is further ahead of the clock than limits.max-clock-skew."),
    LATE(
            Disposition.POLICY,
            NextAction.REVIEW,
            "The message is older than guard.max-lateness, and the guard has no entry."),
    CONFLICT(
            Disposition.CONFLICT,
            NextAction.REVIEW,
            "A message with the same identity and other content was admitted before."),
    CLASSIFIER_FAILED(Disposition.POISON, NextAction.FIX_AND_REPLAY, "The classifier could not decide."),
    RETRIES_EXHAUSTED(
            Disposition.EXHAUSTED,
            NextAction.DROP,
            "The message failed more often than quarantine.max-attempts allows."),
    INTERNAL(Disposition.POISON, NextAction.REVIEW, "A defect in Hapax or in a plug-in.");

    private final Disposition disposition;
    private final NextAction nextAction;
    private final String description;

    Reason(Disposition disposition, NextAction nextAction, String description) {
        this.disposition = disposition;
        this.nextAction = nextAction;
        this.description = description;
    }

    public Disposition disposition() {
        return disposition;
    }

    public NextAction nextAction() {
        return nextAction;
    }

    /** One sentence for people, shown by the dashboard. */
    public String description() {
        return description;
    }

    /** The kind of problem: the message itself, a contradiction, a limit of the configuration, or too many attempts. */
    public enum Disposition {
        POISON,
        CONFLICT,
        POLICY,
        EXHAUSTED
    }

    /** The usual next action of an operator. */
    public enum NextAction {
        FIX_AND_REPLAY("fix-and-replay", "Fix the cause or edit the message, then replay the case."),
        DROP("drop", "Drop the case, or replay it with force once the cause is fixed."),
        REVIEW("review", "Review the message, then replay or drop the case.");

        private final String code;
        private final String description;

        NextAction(String code, String description) {
            this.code = code;
            this.description = description;
        }

        public String code() {
            return code;
        }

        /** One sentence for people, shown by the dashboard. */
        public String description() {
            return description;
        }
    }
}
