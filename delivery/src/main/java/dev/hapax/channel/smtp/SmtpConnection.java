package dev.hapax.channel.smtp;

import dev.hapax.channel.Evidence;
import dev.hapax.channel.TcpConnection;
import dev.hapax.channel.smtp.SmtpSettings.Login;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a mail server, from greeting to QUIT. Angus greets, encrypts and logs in. It does not send: its
 * {@code sendMessage} reports every unclear end as a failure, and acceptances other than 250 too. Here each command returns the
 * server's reply, and the channel knows which one it waits for.
 */
final class SmtpConnection extends SMTPTransport {

    static final int NONE = -1;

    /**
     * What the server answered.
     *
     * @param code {@link #NONE} without a readable reply
     * @param text the reply, or why there is none
     */
    record Reply(int code, String text) {

        boolean isPositive() {
            return code >= 200 && code < 300;
        }

        boolean isTemporary() {
            return code >= 400 && code < 500;
        }

        boolean isPermanent() {
            return code >= 500 && code < 600;
        }
    }

    /** There is no connection that may be used. */
    static final class NotOpenException extends Exception {
        private static final long serialVersionUID = 1L;

        /** Whether it stays so until somebody changes the settings or the server. */
        final boolean permanent;

        NotOpenException(boolean permanent, String message) {
            super(message);
            this.permanent = permanent;
        }

        NotOpenException(boolean permanent, String message, Throwable cause) {
            super(message, cause);
            this.permanent = permanent;
        }
    }

    private final SmtpSettings settings;
    private final TcpConnection tcp;
    private int code = NONE;
    private Duration patience;
    private @Nullable String unfit;
    private @Nullable OutputStream body;
    /** Whether DATA was written already. */
    private boolean dataWritten;

    private SmtpConnection(Session session, SmtpSettings settings, TcpConnection tcp) {
        super(session, null);
        this.settings = settings;
        this.tcp = tcp;
        this.patience = settings.timeouts().reply();
    }

    static SmtpConnection open(SmtpSettings settings, SSLContext tls) throws NotOpenException {
        String server = settings.host() + ":" + settings.port();
        TcpConnection tcp;
        try {
            List<InetAddress> addresses = List.of(InetAddress.getAllByName(settings.host()));
            tcp = TcpConnection.connect(
                    settings.host(),
                    addresses,
                    settings.port(),
                    settings.timeouts().connect());
        } catch (IOException e) {
            throw new NotOpenException(false, "could not connect to " + server + ": " + Evidence.reason(e));
        }
        try {
            if (settings.security() == Security.TLS) {
                tcp.startTls(tls, settings.host(), settings.timeouts().reply());
            }
        } catch (IOException e) {
            tcp.drop();
            throw new NotOpenException(false, "no TLS with " + server + ": " + tcp.why(e), e);
        }
        SmtpConnection connection = new SmtpConnection(session(settings, tls, tcp), settings, tcp);
        connection.start(server);
        return connection;
    }

    private static Session session(SmtpSettings settings, SSLContext tls, TcpConnection tcp) {
        Login login = settings.login();
        Properties properties = new Properties();
        properties.put("mail.smtp.localhost", settings.helo());
        properties.put("mail.smtp.starttls.enable", settings.security() == Security.STARTTLS);
        properties.put("mail.smtp.starttls.required", settings.security() == Security.STARTTLS);
        properties.put("mail.smtp.ssl.socketFactory", tls.getSocketFactory());
        properties.put("mail.smtp.ssl.checkserveridentity", true);
        // Angus checks certificate and name before it calls this. Nothing else shows the TLS session of STARTTLS.
        HostnameVerifier recorder = (host, session) -> {
            tcp.secured(session);
            return true;
        };
        properties.put("mail.smtp.ssl.hostnameverifier", recorder);
        properties.put("mail.smtp.auth", login != null);
        properties.put("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
        properties.put("mail.mime.allowutf8", login != null && !isAscii(login.user() + login.password()));
        return Session.getInstance(properties);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private void start(String server) throws NotOpenException {
        try {
            connect(tcp.socket());
        } catch (MessagingException | RuntimeException e) {
            tcp.drop();
            String failed = unfit;
            if (failed != null) {
                throw new NotOpenException(true, server + " " + failed);
            }
            boolean wrongLogin =
                    e instanceof AuthenticationFailedException && code > 0 && !new Reply(code, "").isTemporary();
            throw new NotOpenException(
                    wrongLogin || new Reply(code, "").isPermanent(), server + " refused the session: " + failure(e), e);
        }
        if (settings.security() != Security.PLAIN && !isSSL()) {
            tcp.drop();
            throw new NotOpenException(true, server + " is not encrypted");
        }
        if (settings.login() != null && !supportsExtension("AUTH")) {
            tcp.drop();
            throw new NotOpenException(true, server + " offers no AUTH, but the channel has a user and a password");
        }
    }

    private String failure(Exception e) {
        String reply = getLastServerResponse();
        // After a positive reply something else has failed, such as the handshake.
        boolean replied = code >= 400 && reply != null;
        return replied ? Evidence.oneLine(redacted(reply)) : redacted(tcp.why(e));
    }

    /** A server may repeat what it did not understand. */
    private String redacted(String text) {
        Login login = settings.login();
        if (login == null) {
            return text;
        }
        String clean = text;
        for (String secret : List.of(
                base64("\0" + login.user() + "\0" + login.password()),
                base64(login.user() + "\0" + login.user() + "\0" + login.password()),
                base64(login.password()),
                login.password())) {
            clean = secret.isEmpty() ? clean : clean.replace(secret, "***");
        }
        return clean;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a command and reads the reply, both within the limit. */
    synchronized Reply command(String line, Duration limit) {
        patience = limit;
        try {
            int answer = tcp.within(limit, () -> simpleCommand(line.getBytes(StandardCharsets.UTF_8)));
            return reply(answer);
        } catch (MessagingException e) {
            return new Reply(NONE, tcp.why(e));
        }
    }

    /** Writes MAIL, RCPT and DATA without waiting, and reads the first reply. The commands are ASCII. */
    synchronized Reply pipeline(String mail, String rcpt, Duration limit) {
        try {
            tcp.within(limit, () -> {
                sendCommand(mail);
                sendCommand(rcpt);
                sendCommand("DATA");
                return code;
            });
        } catch (MessagingException e) {
            return new Reply(NONE, tcp.why(e));
        }
        return nextReply(limit);
    }

    /** Reads the reply to a command that was written without waiting for the reply before it. */
    synchronized Reply nextReply(Duration limit) {
        patience = limit;
        try {
            return reply(readServerResponse());
        } catch (MessagingException e) {
            return new Reply(NONE, tcp.why(e));
        }
    }

    private Reply reply(int answer) {
        String text = Evidence.oneLine(redacted(String.valueOf(getLastServerResponse())));
        return new Reply(answer, answer == NONE ? "no readable reply: " + text : text);
    }

    /** As {@link #startData}, where DATA was written already. */
    synchronized Reply startDataAsWritten() {
        dataWritten = true;
        return startData();
    }

    @Override
    protected void sendCommand(String command) throws MessagingException {
        if (dataWritten && command.equals("DATA")) {
            dataWritten = false;
        } else {
            super.sendCommand(command);
        }
    }

    /** After a 354 the message may be written. */
    synchronized Reply startData() {
        patience = settings.timeouts().reply();
        try {
            body = data();
            return reply(code);
        } catch (SMTPSendFailedException e) {
            return reply(code);
        } catch (MessagingException e) {
            return new Reply(NONE, tcp.why(e));
        }
    }

    /**
     * Writes the message, all but the final dot.
     *
     * @param message ends with a line break
     * @return why it failed; null if all of it has left
     */
    synchronized @Nullable String write(byte[] message) {
        OutputStream out = body;
        if (out == null) {
            throw new IllegalStateException("write without 354");
        }
        body = null;
        try {
            tcp.<Integer, Exception>within(settings.timeouts().write(), () -> {
                out.write(message, 0, message.length - 2);
                // An empty command is the last line break, and flushes: after it only the dot is missing.
                sendCommand("");
                return message.length;
            });
            return null;
        } catch (Exception e) {
            return tcp.why(e);
        }
    }

    /** Ends the message. From here on the server may have accepted it. */
    Reply finish() {
        return command(".", settings.timeouts().accept());
    }

    String describe() {
        return tcp.describe();
    }

    void drop() {
        tcp.drop();
    }

    synchronized void quit() {
        try {
            tcp.within(settings.timeouts().reply(), () -> {
                sendCommand("QUIT");
                return code;
            });
        } catch (MessagingException e) {
            // It was gone already.
        }
        tcp.close();
    }

    /** Angus calls this when it cannot read a reply. It must not write QUIT then. */
    @Override
    public synchronized void close() {
        tcp.drop();
    }

    @Override
    protected synchronized boolean protocolConnect(
            @Nullable String host, int port, @Nullable String user, @Nullable String password)
            throws MessagingException {
        Login login = settings.login();
        return super.protocolConnect(
                settings.host(),
                settings.port(),
                login == null ? null : login.user(),
                login == null ? null : login.password());
    }

    @Override
    protected boolean ehlo(String domain) throws MessagingException {
        boolean extended = super.ehlo(domain);
        if (settings.security() == Security.PLAIN) {
            return extended;
        }
        if (!extended) {
            throw new MessagingException("EHLO failed");
        }
        if (!isSSL() && !supportsExtension("STARTTLS")) {
            unfit = "does not offer STARTTLS. Someone on the way may have removed it, or the port is for implicit TLS";
            throw new MessagingException(unfit);
        }
        return true;
    }

    @Override
    protected void startTLS() throws MessagingException {
        tcp.within(settings.timeouts().reply(), () -> {
            super.startTLS();
            return code;
        });
    }

    /** Angus resets after a refusal, and loses the refusal if that fails. The channel resets before the next mail. */
    @Override
    public synchronized void issueCommand(String command, int expect) throws MessagingException {
        if (!command.equals("RSET")) {
            super.issueCommand(command, expect);
        }
    }

    @Override
    protected int readServerResponse() throws MessagingException {
        code = NONE;
        int answer = tcp.within(patience, super::readServerResponse);
        code = isReadable(answer, getLastServerResponse()) ? answer : NONE;
        return code;
    }

    /** Every line has the same code. Angus reads the first three characters of the first line. */
    private static boolean isReadable(int answer, String text) {
        String start = String.valueOf(answer);
        return answer >= 200
                && answer < 600
                && text.lines()
                        .allMatch(line -> line.startsWith(start)
                                && (line.length() == 3 || line.charAt(3) == ' ' || line.charAt(3) == '-'));
    }
}
