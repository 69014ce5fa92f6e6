package dev.hapax.bench.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Sends campaigns, with everything that works for it. */
public interface CampaignContender extends AutoCloseable {

    /** Does what is done before the recipients are there, and waits until everything is ready. */
    void prepare(String campaign);

    /**
     * Loads the recipients of a campaign, and lets it begin.
     *
     * @param recipients a file with id, address and number
     */
    void begin(String campaign, Path recipients) throws InterruptedException;

    /** Whether it has recorded what became of every recipient of a campaign. */
    boolean isDone(String campaign);

    /** Kills the process that sends as by {@code kill -9}, and starts another one. */
    void killSender();

    /** Addresses of a campaign that is done of which nobody knows whether they got a mail. */
    List<String> unknown(String campaign);

    /** CPU time that its processes have used so far. */
    Usage usage();

    /** @throws ContenderException when a process has ended by itself */
    void requireAlive();

    @Override
    void close();

    /**
     * CPU time.
     *
     * @param loader of the process that loads; it also looks whether the campaign is done
     * @param sender of the process that talks to the mail server
     * @param ledger of the instance that keeps the ledger
     * @param server of the broker or the database
     */
    record Usage(Duration loader, Duration sender, Duration ledger, Duration server) {

        Usage minus(Usage before) {
            return new Usage(
                    loader.minus(before.loader),
                    sender.minus(before.sender),
                    ledger.minus(before.ledger),
                    server.minus(before.server));
        }
    }
}
