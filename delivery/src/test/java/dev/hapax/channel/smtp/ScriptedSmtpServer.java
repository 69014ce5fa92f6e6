package dev.hapax.channel.smtp;

import dev.hapax.channel.smtp.SmtpFault.Kind;
import dev.hapax.channel.smtp.SmtpFault.Phase;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A mail server on a real socket that fails where its script says. It keeps a list of what it has accepted, and of what it did. */
final class ScriptedSmtpServer implements AutoCloseable {

    /** @param mail the MAIL command */
    record Accepted(String mail, String rcpt, byte[] message) {}

    final List<Accepted> accepted = new CopyOnWriteArrayList<>();
    /** Faults that happened, such as {@code DOT CLOSE}. */
    final List<String> fired = new CopyOnWriteArrayList<>();
    /** Commands that came in. */
    final List<String> commands = new CopyOnWriteArrayList<>();

    private final ServerSocket listener;
    private final Map<Phase, SmtpFault> script = new EnumMap<>(Phase.class);
    private final Map<Phase, Runnable> before = new EnumMap<>(Phase.class);
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final SSLContext tls;
    private volatile boolean implicitTls;
    private volatile List<String> extensions = List.of("AUTH PLAIN LOGIN", "8BITMIME", "SIZE 20000000", "DSN");
    private volatile boolean offersStartTls = true;
    private final AtomicInteger connections = new AtomicInteger();

    ScriptedSmtpServer(SSLContext tls) throws IOException {
        this.tls = tls;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("smtp-listener", this::listen);
    }

    int port() {
        return listener.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    ScriptedSmtpServer on(Phase phase, SmtpFault fault) {
        synchronized (script) {
            script.put(phase, fault);
        }
        return this;
    }

    ScriptedSmtpServer repaired() {
        synchronized (script) {
            script.clear();
        }
        return this;
    }

    ScriptedSmtpServer before(Phase phase, Runnable action) {
        synchronized (script) {
            before.put(phase, action);
        }
        return this;
    }

    ScriptedSmtpServer withoutStartTls() {
        offersStartTls = false;
        return this;
    }

    ScriptedSmtpServer withImplicitTls() {
        implicitTls = true;
        return this;
    }

    ScriptedSmtpServer offering(String... newExtensions) {
        extensions = List.of(newExtensions);
        return this;
    }

    /** Ends every connection, as a restart does. The port stays. */
    void hangUp() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                sockets.add(socket);
                start("smtp-connection", () -> serve(socket));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private void serve(Socket raw) {
        try (raw) {
            new Conversation(raw).run();
        } catch (IOException e) {
            commands.add("(lost: " + e.getMessage() + ")");
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closed.countDown();
        hangUp();
    }

    /** One connection. */
    private final class Conversation {
        private final Socket raw;
        private InputStream in;
        private OutputStream out;
        private boolean secure;
        private String mail = "";
        private String rcpt = "";

        Conversation(Socket raw) throws IOException {
            this.raw = raw;
            this.in = new BufferedInputStream(raw.getInputStream());
            this.out = raw.getOutputStream();
            if (implicitTls) {
                secure();
            }
        }

        private void secure() throws IOException {
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(raw, "localhost", raw.getPort(), true);
            socket.setUseClientMode(false);
            socket.startHandshake();
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            secure = true;
        }

        void run() throws IOException {
            if (!answer(Phase.GREETING, "220 localhost ESMTP")) {
                return;
            }
            String line = line();
            while (line != null && obey(line)) {
                line = line();
            }
        }

        private boolean obey(String line) throws IOException {
            String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
            commands.add(verb.equals("AUTH") ? "AUTH" : line);
            return switch (verb) {
                case "EHLO" -> answer(Phase.EHLO, greeting());
                case "STARTTLS" -> startTls();
                case "AUTH" -> answer(Phase.AUTH, "235 welcome", line);
                case "MAIL" -> {
                    mail = line;
                    yield answer(Phase.MAIL, "250 sender ok");
                }
                case "RCPT" -> {
                    rcpt = line;
                    yield answer(Phase.RCPT, "250 recipient ok");
                }
                case "DATA" -> data();
                case "RSET" -> answer(Phase.RSET, "250 reset");
                case "QUIT" -> {
                    write("221 bye");
                    yield false;
                }
                default -> {
                    write("502 unknown");
                    yield true;
                }
            };
        }

        private String greeting() {
            StringBuilder text = new StringBuilder("250-localhost\r\n");
            if (offersStartTls && !secure) {
                text.append("250-STARTTLS\r\n");
            }
            extensions.forEach(
                    extension -> text.append("250-").append(extension).append("\r\n"));
            return text.append("250 HELP").toString();
        }

        private boolean startTls() throws IOException {
            if (!answer(Phase.STARTTLS, "220 go ahead")) {
                return false;
            }
            if (!isScripted(Phase.STARTTLS)) {
                secure();
            }
            return true;
        }

        private boolean data() throws IOException {
            if (!answer(Phase.DATA, "354 go ahead") || isScripted(Phase.DATA)) {
                return isScripted(Phase.DATA) && !raw.isClosed();
            }
            if (isScripted(Phase.BODY)) {
                in.readNBytes(1000);
                return answer(Phase.BODY, "");
            }
            byte[] message = message();
            if (message == null) {
                return false;
            }
            commands.add(".");
            SmtpFault fault = fault(Phase.DOT);
            if (fault == null || fault.accepts()) {
                accepted.add(new Accepted(mail, rcpt, message));
            }
            return answer(Phase.DOT, "250 2.0.0 queued as 42");
        }

        /** Without the dots that were added. Null if the client hung up before the end. */
        private byte @Nullable [] message() throws IOException {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            while (true) {
                byte[] line = lineBytes();
                if (line == null) {
                    return null;
                }
                if (line.length == 1 && line[0] == '.') {
                    return message.toByteArray();
                }
                boolean stuffed = line.length > 0 && line[0] == '.';
                message.write(line, stuffed ? 1 : 0, line.length - (stuffed ? 1 : 0));
                message.write('\r');
                message.write('\n');
            }
        }

        private boolean answer(Phase phase, String normal) throws IOException {
            return answer(phase, normal, "");
        }

        /** @return whether the connection goes on */
        private boolean answer(Phase phase, String normal, String command) throws IOException {
            Runnable action;
            synchronized (script) {
                action = before.get(phase);
            }
            if (action != null) {
                action.run();
            }
            SmtpFault fault = fault(phase);
            if (fault == null) {
                write(normal);
                return true;
            }
            fired.add(phase + " " + fault);
            switch (fault.kind()) {
                case REPLY -> write(fault.text().replace("{command}", command));
                case CLOSE -> raw.close();
                case RESET -> {
                    raw.setSoLinger(true, 0);
                    raw.close();
                }
                case SILENCE -> waitUntilClosed();
                case DRIP -> drip();
            }
            return fault.kind() == Kind.REPLY;
        }

        private void waitUntilClosed() {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void drip() throws IOException {
            try {
                while (!closed.await(50, TimeUnit.MILLISECONDS)) {
                    out.write("250 wait ".getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void write(String text) throws IOException {
            out.write((text + "\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        private @Nullable String line() throws IOException {
            byte[] line = lineBytes();
            return line == null ? null : new String(line, StandardCharsets.UTF_8);
        }

        private byte @Nullable [] lineBytes() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int last = -1;
            int next = in.read();
            while (next >= 0 && !(last == '\r' && next == '\n')) {
                line.write(next);
                last = next;
                next = in.read();
            }
            byte[] bytes = line.toByteArray();
            return next < 0 ? null : Arrays.copyOf(bytes, bytes.length - 1);
        }
    }

    private @Nullable SmtpFault fault(Phase phase) {
        synchronized (script) {
            return script.get(phase);
        }
    }

    private boolean isScripted(Phase phase) {
        return fault(phase) != null;
    }
}
