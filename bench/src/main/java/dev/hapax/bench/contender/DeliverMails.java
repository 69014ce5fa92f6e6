package dev.hapax.bench.contender;

import dev.hapax.app.Hapax;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The process of a contender that delivers mails: its name, then what it needs. Works until it is stopped, or whoever started it
 * has ended.
 */
public final class DeliverMails {

    public static final String HAPAX = "hapax";
    public static final String POSTGRES = "postgres-skip-locked";
    public static final String SMTP_ONLY = "smtp-only";
    /** {@link #POSTGRES} for campaigns: it renders what it sends. */
    public static final String POSTGRES_CAMPAIGN = "postgres-campaign";

    private DeliverMails() {}

    /** @param arguments {@link #HAPAX} and a command of Hapax, or another name, the server's port, connections and what is to do */
    public static void main(String[] arguments) throws InterruptedException {
        Thread parent = new Thread(DeliverMails::endWithParent, "parent");
        parent.setDaemon(true);
        parent.start();
        if (arguments[0].equals(HAPAX)) {
            System.exit(Hapax.commandLine().execute(Arrays.copyOfRange(arguments, 1, arguments.length)));
        }
        int port = Integer.parseInt(arguments[1]);
        int connections = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case SMTP_ONLY -> new SmtpOnly(port, Long.parseLong(arguments[3])).run(connections);
            case POSTGRES -> new PostgresSkipLocked(port, arguments[3]).run(connections);
            case POSTGRES_CAMPAIGN ->
                new PostgresCampaign(arguments[3]).run(port, connections, Path.of(arguments[4]), Path.of(arguments[5]));
            default -> throw new IllegalArgumentException("no contender is called " + arguments[0]);
        }
        parent.join();
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever sent.
            }
        } catch (IOException e) {
            // The pipe is gone, and so is the process at its other end.
        }
        // Not exit: a worker would wait for a broker that has ended too, to write its reports.
        Runtime.getRuntime().halt(0);
    }
}
