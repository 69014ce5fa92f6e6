package dev.hapax.bench.lab;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * A mail server that costs as little as it can: it accepts every mail, keeps none, and logs each recipient with the time. Offers
 * pipelining, as every mail server in use does. Prints its port first, and ends with whoever started it.
 */
public final class SmtpSink {

    private static final long FLUSH_EVERY_MILLIS = 20;

    private final OutputStream log;

    private SmtpSink(OutputStream log) {
        this.log = log;
    }

    /** @param arguments the file to log to */
    public static void main(String[] arguments) throws IOException {
        OutputStream log = new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0])), 1 << 16);
        SmtpSink sink = new SmtpSink(log);
        daemon(sink::flush, "flush").start();
        ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        System.out.println(listening.getLocalPort());
        daemon(() -> sink.listen(listening), "listen").start();
        while (System.in.read() >= 0) {
            // Nothing is ever sent; the pipe closes with the process at its other end.
        }
        System.exit(0);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private void flush() {
        try {
            while (true) {
                Thread.sleep(FLUSH_EVERY_MILLIS);
                synchronized (log) {
                    log.flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException("the log can't be written", e);
        }
    }

    private void listen(ServerSocket listening) {
        try {
            while (true) {
                Socket client = listening.accept();
                client.setTcpNoDelay(true);
                daemon(() -> serve(client), "smtp").start();
            }
        } catch (IOException e) {
            throw new IllegalStateException("no more clients", e);
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // its output is its log
    private void serve(Socket client) {
        try (client) {
            new Conversation(client.getInputStream(), client.getOutputStream()).run();
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    private void accepted(String recipient) throws IOException {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        byte[] line = (micros + " " + recipient + "\n").getBytes(StandardCharsets.US_ASCII);
        synchronized (log) {
            log.write(line);
        }
    }

    /** One client. Replies leave when there is nothing more to read, so that a group of commands gets one packet back. */
    private final class Conversation {

        private final InputStream in;
        private final OutputStream out;
        private final byte[] buffer = new byte[1 << 16];
        private int from;
        private int end;
        private int lineStart;
        private int lineLength;

        Conversation(InputStream in, OutputStream out) {
            this.in = in;
            this.out = new BufferedOutputStream(out, 1 << 12);
        }

        void run() throws IOException {
            reply("220 sink ready");
            String recipient = "";
            while (nextLine()) {
                String line = new String(buffer, lineStart, lineLength, StandardCharsets.US_ASCII);
                String command = line.length() < 4 ? line : line.substring(0, 4).toUpperCase(Locale.ROOT);
                switch (command) {
                    case "EHLO" -> reply("250-sink\r\n250-PIPELINING\r\n250 8BITMIME");
                    case "RCPT" -> {
                        recipient = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
                        reply("250 ok");
                    }
                    case "DATA" -> {
                        reply("354 go ahead");
                        if (!readMail()) {
                            return;
                        }
                        accepted(recipient);
                        reply("250 accepted");
                    }
                    case "QUIT" -> {
                        reply("221 bye");
                        out.flush();
                        return;
                    }
                    default -> reply("250 ok");
                }
            }
        }

        private void reply(String text) throws IOException {
            out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }

        /** False when the client went away before the end. */
        private boolean readMail() throws IOException {
            while (nextLine()) {
                if (lineLength == 1 && buffer[lineStart] == '.') {
                    return true;
                }
            }
            return false;
        }

        /** Finds the next line, without its end; false when there is none any more. */
        private boolean nextLine() throws IOException {
            int at = from;
            while (true) {
                for (; at < end; at++) {
                    if (buffer[at] == '\n') {
                        lineStart = from;
                        lineLength = at - from - (at > from && buffer[at - 1] == '\r' ? 1 : 0);
                        from = at + 1;
                        return true;
                    }
                }
                at -= from;
                System.arraycopy(buffer, from, buffer, 0, end - from);
                end -= from;
                from = 0;
                if (end == buffer.length) {
                    throw new IOException("a line of more than " + buffer.length + " bytes");
                }
                out.flush();
                int read = in.read(buffer, end, buffer.length - end);
                if (read < 0) {
                    return false;
                }
                end += read;
            }
        }
    }
}
