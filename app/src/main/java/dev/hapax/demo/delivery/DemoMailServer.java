package dev.hapax.demo.delivery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * An SMTP server in a process of its own. It refuses {@code unknown-…}, and hangs up after it has accepted a mail to
 * {@code hangup-…}. While a certain file exists, it turns everybody away.
 */
final class DemoMailServer {

    static final String HANGS_UP = "hangup-";
    static final String BOUNCES = "unknown-";

    private static final String FAILURE = "421 4.3.2 maintenance, try again later";

    private final AcceptedLog log;
    private final Path failing;

    private DemoMailServer(Path log) {
        this.log = new AcceptedLog(log);
        this.failing = failing(log);
    }

    /** The file that makes it fail, for the log of a server. */
    static Path failing(Path log) {
        return log.resolveSibling(log.getFileName() + ".failing");
    }

    /** @param arguments the port, and the file to log to */
    public static void main(String[] arguments) throws IOException {
        DemoMailServer server = new DemoMailServer(Path.of(arguments[1]));
        try (ServerSocket listening =
                new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getLoopbackAddress())) {
            while (true) {
                Socket client = listening.accept();
                new Thread(() -> server.serve(client), "smtp").start();
            }
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // it has no log, and goes on with the next client
    private void serve(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            converse(in, client.getOutputStream());
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    private void converse(BufferedReader in, OutputStream out) throws IOException {
        if (Files.exists(failing)) {
            say(out, FAILURE);
            return;
        }
        say(out, "220 demo ready");
        String recipient = "";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.toUpperCase(Locale.ROOT);
            if (Files.exists(failing)) {
                say(out, FAILURE);
                return;
            } else if (command.startsWith("EHLO")) {
                say(out, "250-demo");
                say(out, "250 8BITMIME");
            } else if (command.startsWith("RCPT TO:")) {
                recipient = line.replaceAll("(?i)^RCPT TO:\\s*<([^>]*)>.*", "$1");
                say(out, recipient.startsWith(BOUNCES) ? "550 no such user" : "250 recipient ok");
            } else if (command.equals("DATA")) {
                say(out, "354 go ahead");
                if (!readMail(in)) {
                    return;
                }
                log.accepted(recipient);
                if (recipient.startsWith(HANGS_UP)) {
                    return;
                }
                say(out, "250 accepted");
            } else if (command.startsWith("QUIT")) {
                say(out, "221 bye");
                return;
            } else {
                say(out, "250 ok");
            }
        }
    }

    /** False when the client went away before the end. */
    private static boolean readMail(BufferedReader in) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals(".")) {
                return true;
            }
        }
        return false;
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }
}
