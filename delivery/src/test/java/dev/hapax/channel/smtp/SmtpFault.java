package dev.hapax.channel.smtp;

/**
 * What a {@link ScriptedSmtpServer} does instead of a good answer.
 *
 * @param text for a reply
 * @param accepts whether it accepts the message before, at the final dot
 */
record SmtpFault(Kind kind, String text, boolean accepts) {

    /** What the server is about to answer. */
    enum Phase {
        GREETING,
        EHLO,
        STARTTLS,
        AUTH,
        MAIL,
        RCPT,
        DATA,
        /** While the message comes in. */
        BODY,
        /** The whole message is here. */
        DOT,
        RSET
    }

    /** How it fails. */
    enum Kind {
        REPLY,
        CLOSE,
        RESET,
        SILENCE,
        /** A byte now and then, and never a whole line. */
        DRIP
    }

    static SmtpFault of(Kind kind) {
        return new SmtpFault(kind, "", false);
    }

    static SmtpFault reply(String text) {
        return new SmtpFault(Kind.REPLY, text, false);
    }

    SmtpFault afterAccepting() {
        return new SmtpFault(kind, text, true);
    }

    @Override
    public String toString() {
        return (accepts ? "accept, then " : "") + (kind == Kind.REPLY ? text : kind.toString());
    }
}
