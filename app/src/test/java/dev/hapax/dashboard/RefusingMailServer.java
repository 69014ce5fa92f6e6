package dev.hapax.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An SMTP server that refuses one domain, in words that do harm where they are taken for markup. */
final class RefusingMailServer implements AutoCloseable {

    static final String REFUSED = "refused.example";
    static final String REFUSAL = "550 5.1.1 nobody here " + TestDashboard.MARKUP;

    private final ServerSocket listening;
    private final List<String> accepted = new ArrayList<>();

    RefusingMailServer() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "mail server");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    /** The recipient of each mail that it took, in this order. */
    synchronized List<String> accepted() {
        return List.copyOf(accepted);
    }

    private synchronized void took(String recipient) {
        accepted.add(recipient);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            converse(in, client.getOutputStream());
        } catch (IOException e) {
            // The client is gone, and reports that itself.
        }
    }

    private void converse(BufferedReader in, OutputStream out) throws IOException {
        say(out, "220 test ready");
        String recipient = "";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.toUpperCase(Locale.ROOT);
            if (command.startsWith("EHLO")) {
                say(out, "250-test");
                say(out, "250 8BITMIME");
            } else if (command.startsWith("RCPT TO:")) {
                recipient = line.replaceAll("(?i)^RCPT TO:\\s*<([^>]*)>.*", "$1");
                say(out, recipient.endsWith("@" + REFUSED) ? REFUSAL : "250 recipient ok");
            } else if (command.equals("DATA")) {
                say(out, "354 go ahead");
                String text = in.readLine();
                while (text != null && !text.equals(".")) {
                    text = in.readLine();
                }
                took(recipient);
                say(out, "250 2.0.0 accepted");
            } else if (command.startsWith("QUIT")) {
                say(out, "221 bye");
                return;
            } else {
                say(out, "250 ok");
            }
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
