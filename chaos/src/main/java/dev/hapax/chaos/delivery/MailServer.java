package dev.hapax.chaos.delivery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An SMTP server in a process of its own, see {@link MailServerProcess}. It logs a mail before it answers the final dot, and
 * stands still at a step of a conversation when it is told to: {@code hold STEP} on standard input, until {@code go}. After
 * {@code refuse 421} or {@code refuse 535} it sends clients away until {@code go}. It uses nothing but the JDK, so that it starts
 * with this class alone.
 */
public final class MailServer {

    /** Where a conversation can be held. */
    public enum Step {
        /** A client has connected, and has not been greeted. */
        CONNECTED,
        /** MAIL was read and not answered: the mail is claimed, and nothing of it is sent. */
        MAIL,
        /** So much of a large mail was read that a small one would have ended. */
        MID_DATA,
        /** The final dot was read and the mail logged, but not answered. */
        DOT,
        /** The mail was answered with 250. */
        ANSWERED
    }

    /** A client with a large mail can't write all of it while it is held in the middle. */
    private static final int RECEIVE_BYTES = 64 * 1024;

    private static final int SMALL_CHARACTERS = 10_000;

    private static final int CLOSING = 421;
    private static final String TOO_BUSY = "421 too busy";

    private final FileChannel log;
    private volatile Hold hold = new Hold(null);
    /** What it sends clients away with; 0 for nothing. */
    private volatile int refused;

    /** One stop: the first conversation that comes to the step waits until it is let go. */
    private static final class Hold {
        private final AtomicReference<@Nullable Step> step;
        private final CountDownLatch go = new CountDownLatch(1);

        Hold(@Nullable Step step) {
            this.step = new AtomicReference<>(step);
        }
    }

    private MailServer(FileChannel log) {
        this.log = log;
    }

    /** @param arguments the file to log to, and the ports */
    public static void main(String[] arguments) throws IOException {
        MailServer server = new MailServer(FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE));
        for (int i = 1; i < arguments.length; i++) {
            ServerSocket listening = new ServerSocket();
            listening.setReceiveBufferSize(RECEIVE_BYTES);
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[i])));
            server.start("port " + arguments[i], () -> server.accept(listening));
        }
        server.tell("ready");
        server.obey();
        // Whoever started it is gone.
        Runtime.getRuntime().halt(0);
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void obey() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            refused = line.startsWith("refuse ") ? Integer.parseInt(line.substring("refuse ".length())) : 0;
            Hold before = hold;
            if (line.startsWith("hold ")) {
                hold = new Hold(Step.valueOf(line.substring("hold ".length())));
            }
            before.step.set(null);
            before.go.countDown();
        }
    }

    private synchronized void tell(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private void accept(ServerSocket listening) {
        while (true) {
            try {
                Socket client = listening.accept();
                start("client", () -> serve(client, listening.getLocalPort()));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void serve(Socket client, int port) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            converse(in, client.getOutputStream(), port);
        } catch (IOException e) {
            tell("lost a client: " + e);
        }
    }

    private void reach(Step step, int port, String recipient) {
        Hold now = hold;
        if (now.step.compareAndSet(step, null)) {
            tell("at " + step + " " + port + " " + recipient);
            try {
                now.go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void converse(BufferedReader in, OutputStream out, int port) throws IOException {
        reach(Step.CONNECTED, port, "-");
        if (refused == CLOSING) {
            say(out, TOO_BUSY);
            return;
        }
        say(out, "220 test ready");
        String recipient = "";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.toUpperCase(Locale.ROOT);
            if (command.startsWith("EHLO")) {
                say(out, "250-test");
                say(out, "250-AUTH PLAIN");
                say(out, "250 8BITMIME");
            } else if (command.startsWith("AUTH PLAIN")) {
                say(out, isRight(line) && refused == 0 ? "235 welcome" : "535 wrong user or password");
            } else if (command.startsWith("MAIL FROM:")) {
                if (refused != 0) {
                    say(out, TOO_BUSY);
                    return;
                }
                reach(Step.MAIL, port, "-");
                say(out, "250 sender ok");
            } else if (command.startsWith("RCPT TO:")) {
                recipient = line.replaceAll("(?i)^RCPT TO:\\s*<([^>]*)>.*", "$1");
                say(out, "250 recipient ok");
            } else if (command.equals("DATA")) {
                say(out, "354 go ahead");
                if (!readWhole(in, port, recipient)) {
                    tell("cut " + recipient);
                    return;
                }
                accepted(recipient);
                reach(Step.DOT, port, recipient);
                say(out, "250 accepted");
                reach(Step.ANSWERED, port, recipient);
            } else if (command.startsWith("QUIT")) {
                say(out, "221 bye");
                return;
            } else {
                say(out, "250 ok");
            }
        }
    }

    private static boolean isRight(String line) {
        String base64 = line.substring(line.lastIndexOf(' ') + 1);
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8).endsWith("\0right");
    }

    /** False when the client went away before the end, in good order or with a reset. */
    private boolean readWhole(BufferedReader in, int port, String recipient) {
        try {
            return readMail(in, port, recipient);
        } catch (IOException e) {
            tell("lost a client: " + e);
            return false;
        }
    }

    private boolean readMail(BufferedReader in, int port, String recipient) throws IOException {
        int read = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals(".")) {
                return true;
            }
            read += line.length();
            if (read > SMALL_CHARACTERS && read - line.length() <= SMALL_CHARACTERS) {
                reach(Step.MID_DATA, port, recipient);
            }
        }
        return false;
    }

    private synchronized void accepted(String recipient) throws IOException {
        log.write(ByteBuffer.wrap((recipient + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }
}
