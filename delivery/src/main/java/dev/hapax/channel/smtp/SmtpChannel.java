package dev.hapax.channel.smtp;

import dev.hapax.channel.Evidence;
import dev.hapax.channel.smtp.SmtpConnection.NotOpenException;
import dev.hapax.channel.smtp.SmtpConnection.Reply;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.MailIds;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends mails through one server, one recipient each, over a connection that it keeps. */
public final class SmtpChannel implements Channel {

    private static final int CLOSING = 421;
    private static final int START_MAIL_INPUT = 354;

    /** The server wants a login, or lost it: any mail would get this answer. */
    private static final Set<Integer> SESSION_CODES = Set.of(503, 530, 534, 535, 538);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final SmtpSettings settings;
    private final SSLContext tls;
    private final LongSupplier nanos;
    private final EnvelopeAddress sender;
    private final @Nullable DkimSigner dkim;

    private @Nullable SmtpConnection connection;
    private long usedAt;
    /** Whether the last mail was given up between MAIL and the final dot. */
    private boolean needsReset;

    private @Nullable Down down;
    private long retryAt;
    private int failures;

    public SmtpChannel(SmtpSettings settings, SSLContext tls) {
        this(settings, tls, null);
    }

    /** @param dkim signs each mail; null for none */
    public SmtpChannel(SmtpSettings settings, SSLContext tls, @Nullable DkimSigner dkim) {
        this(settings, tls, dkim, System::nanoTime);
    }

    SmtpChannel(SmtpSettings settings, SSLContext tls, @Nullable DkimSigner dkim, LongSupplier nanos) {
        this.settings = settings;
        this.tls = tls;
        this.dkim = dkim;
        this.nanos = nanos;
        this.sender = settings.sender();
    }

    @Override
    public Sent send(DueDelivery delivery, Lease lease) {
        EnvelopeAddress recipient;
        String problem;
        try {
            recipient = EnvelopeAddress.parse(delivery.target());
            problem = MessageCheck.problem(delivery.artifact(), settings);
        } catch (RuntimeException e) {
            // The address, or a header that its parser does not understand.
            return new Sent(Result.REFUSED, Evidence.oneLine(String.valueOf(e.getMessage())));
        }
        if (problem != null) {
            return new Sent(Result.REFUSED, problem);
        }
        byte[] message = dkim == null ? delivery.artifact() : dkim.sign(delivery.artifact());
        Mail mail = new Mail(delivery, message, recipient, lease);
        try {
            return send(mail);
        } catch (RuntimeException e) {
            drop();
            return new Sent(mail.finished ? Result.UNKNOWN : Result.NOT_SENT, Evidence.reason(e));
        } finally {
            usedAt = nanos.getAsLong();
        }
    }

    /** One delivery on its way. */
    private static final class Mail {
        private final DueDelivery delivery;
        /** The artifact, with a signature in front if the channel signs. */
        private final byte[] message;

        private final EnvelopeAddress recipient;
        private final Lease lease;
        private final boolean eightBit;
        private final boolean utf8Headers;
        /** Whether the final dot may have been written. */
        private boolean finished;

        Mail(DueDelivery delivery, byte[] message, EnvelopeAddress recipient, Lease lease) {
            this.delivery = delivery;
            this.message = message;
            this.recipient = recipient;
            this.lease = lease;
            this.eightBit = !isAscii(delivery.artifact(), delivery.artifact().length);
            this.utf8Headers = eightBit && !isAscii(delivery.artifact(), headerEnd(delivery.artifact()));
        }

        private static boolean isAscii(byte[] bytes, int end) {
            for (int i = 0; i < end; i++) {
                if (bytes[i] < 0) {
                    return false;
                }
            }
            return true;
        }

        /** Where the first empty line starts. */
        private static int headerEnd(byte[] message) {
            int at = new String(message, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
            return at < 0 ? message.length : at;
        }
    }

    private Sent send(Mail mail) {
        if (mail.lease.hasEnded()) {
            return new Sent(Result.RETURNED, "the lease ended before its turn");
        }
        SmtpConnection kept = kept();
        if (kept != null) {
            Sent sent = converse(kept, mail, true);
            if (sent != null) {
                return sent;
            }
        }
        if (mail.lease.hasEnded()) {
            drop();
            return new Sent(Result.RETURNED, "the lease ended before the connection was opened");
        }
        try {
            SmtpConnection opened = open();
            Sent sent = converse(opened, mail, false);
            if (sent == null) {
                throw new IllegalStateException("a new connection is never stale");
            }
            return sent;
        } catch (NotOpenException e) {
            return new Sent(e.permanent ? Result.RETURNED : Result.NOT_SENT, String.valueOf(e.getMessage()));
        }
    }

    private SmtpConnection open() throws NotOpenException {
        drop();
        try {
            SmtpConnection opened = SmtpConnection.open(settings, tls);
            connection = opened;
            needsReset = false;
            down = null;
            return opened;
        } catch (NotOpenException e) {
            goDown(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private @Nullable SmtpConnection kept() {
        quitIfIdle();
        SmtpConnection kept = connection;
        if (kept == null) {
            return null;
        }
        if (needsReset) {
            if (!kept.command("RSET", settings.timeouts().reply()).isPositive()) {
                drop();
                return null;
            }
            needsReset = false;
        }
        return kept;
    }

    private void quitIfIdle() {
        if (nanos.getAsLong() - usedAt > settings.timeouts().idle().toNanos()) {
            close();
        }
    }

    /** @return null if the connection was kept and has gone stale, before the server has heard of the mail */
    private @Nullable Sent converse(SmtpConnection server, Mail mail, boolean kept) {
        Duration limit = settings.timeouts().reply();
        String missing = missing(server, mail);
        if (missing != null) {
            return sent(server, Result.REFUSED, missing);
        }
        String mailFrom = "MAIL FROM:<" + sender + ">" + parameters(server, mail);
        String rcptTo = "RCPT TO:<" + mail.recipient + ">";
        // As RFC 2920 allows. The message still waits for the 354.
        boolean pipelined = server.supportsExtension("PIPELINING") && !needsUtf8(mail);
        Reply from = pipelined ? server.pipeline(mailFrom, rcptTo, limit) : server.command(mailFrom, limit);
        if (kept && (from.code() == SmtpConnection.NONE || from.code() == CLOSING)) {
            drop();
            return null;
        }
        needsReset = true;
        if (!from.isPositive()) {
            return notSent(server, "MAIL", from, pipelined ? 2 : 0);
        }
        Reply to = pipelined ? server.nextReply(limit) : server.command(rcptTo, limit);
        if (!to.isPositive()) {
            return notSent(server, "RCPT", to, pipelined ? 1 : 0);
        }
        Reply data = pipelined ? server.startDataAsWritten() : server.startData();
        if (data.code() != START_MAIL_INPUT) {
            return notSent(server, "DATA", data);
        }
        failures = 0;
        String failure = server.write(mail.message);
        if (failure != null) {
            return notSent(server, "the message", new Reply(SmtpConnection.NONE, failure));
        }
        if (mail.lease.hasEnded()) {
            drop();
            return sent(server, Result.RETURNED, "the lease ended before the final dot; the connection was dropped");
        }
        mail.finished = true;
        Reply end = server.finish();
        needsReset = false;
        return sent(server, afterDot(end), end.text() + signed(mail));
    }

    /** What was sent besides the approved bytes. */
    private String signed(Mail mail) {
        return dkim == null
                ? ""
                : " (" + dkim.describe() + ", SHA-256 as sent " + DueDelivery.sha256(mail.message) + ")";
    }

    private Result afterDot(Reply end) {
        if (end.code() == SmtpConnection.NONE || end.code() == CLOSING) {
            drop();
        }
        if (end.isPositive()) {
            return Result.SENT;
        }
        if (end.isTemporary()) {
            return Result.NOT_SENT;
        }
        if (end.isPermanent()) {
            return Result.REFUSED;
        }
        drop();
        return Result.UNKNOWN;
    }

    /** @param unread how many replies are still to come */
    private Sent notSent(SmtpConnection server, String phase, Reply reply, int unread) {
        Sent sent = notSent(server, phase, reply);
        for (int i = 0; i < unread && connection != null; i++) {
            Reply rest = server.nextReply(settings.timeouts().reply());
            // After a 354, a dot would end an empty mail, and the server might accept it.
            if (rest.code() == CLOSING || !(rest.isPositive() || rest.isTemporary() || rest.isPermanent())) {
                drop();
            }
        }
        return sent;
    }

    private Sent notSent(SmtpConnection server, String phase, Reply reply) {
        String text = reply.text() + " (to " + phase + ")";
        if (SESSION_CODES.contains(reply.code())) {
            drop();
            goDown(text);
            return sent(server, Result.RETURNED, text);
        }
        // Anything but a refusal leaves it open which command the next reply belongs to.
        if (reply.code() == CLOSING || (!reply.isTemporary() && !reply.isPermanent())) {
            drop();
        }
        return sent(server, reply.isPermanent() ? Result.REFUSED : Result.NOT_SENT, text);
    }

    private static Sent sent(SmtpConnection server, Result result, String text) {
        return new Sent(result, text + " [" + server.describe() + "]");
    }

    /** What the mail needs and the server can't do; else null. */
    private @Nullable String missing(SmtpConnection server, Mail mail) {
        if (needsUtf8(mail) && !server.supportsExtension("SMTPUTF8")) {
            return "the address or a header is not ASCII, and the server does not offer SMTPUTF8";
        }
        return mail.eightBit && !server.supportsExtension("8BITMIME")
                ? "the message is not ASCII, and the server does not offer 8BITMIME"
                : null;
    }

    private boolean needsUtf8(Mail mail) {
        return mail.utf8Headers || !sender.isAscii() || !mail.recipient.isAscii();
    }

    private String parameters(SmtpConnection server, Mail mail) {
        StringBuilder parameters = new StringBuilder();
        if (server.supportsExtension("SIZE")) {
            parameters.append(" SIZE=").append(mail.message.length);
        }
        if (mail.eightBit) {
            parameters.append(" BODY=8BITMIME");
        }
        if (needsUtf8(mail)) {
            parameters.append(" SMTPUTF8");
        }
        if (server.supportsExtension("DSN")) {
            parameters.append(" ENVID=").append(MailIds.envelopeId(mail.delivery.id()));
        }
        return parameters.toString();
    }

    private void goDown(String why) {
        long pause = Math.min(FIRST_PAUSE.toNanos() << Math.min(failures, 20), LONGEST_PAUSE.toNanos());
        long now = nanos.getAsLong();
        failures++;
        retryAt = now + pause;
        down = new Down(why, now);
    }

    /**
     * Connects and logs in if there is no connection to use, after a pause if that has failed before. There is no delivery
     * involved, so a failure costs none of them an attempt.
     */
    @Override
    public @Nullable Down down(DueDelivery delivery) {
        if (down != null && nanos.getAsLong() - retryAt < 0) {
            return down;
        }
        quitIfIdle();
        if (connection != null) {
            return null;
        }
        try {
            open();
            usedAt = nanos.getAsLong();
        } catch (NotOpenException e) {
            return down;
        }
        return null;
    }

    private void drop() {
        SmtpConnection dropped = connection;
        connection = null;
        if (dropped != null) {
            dropped.drop();
        }
    }

    @Override
    public void close() {
        SmtpConnection open = connection;
        connection = null;
        if (open != null) {
            open.quit();
        }
    }
}
