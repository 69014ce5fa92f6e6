package dev.hapax.bench.lab;

import java.time.Duration;

/** A contender that delivers mails, with everything that works for it. */
public interface Deliverer extends AutoCloseable {

    /** Starts to send what waits. */
    void start();

    /** CPU time that its processes have used so far. */
    Usage usage();

    /** @throws ContenderException when a process has ended by itself */
    void requireAlive();

    @Override
    void close();

    /**
     * CPU time.
     *
     * @param sender of the process that talks to the mail server
     * @param ledger of the instance that keeps the ledger
     * @param server of the broker or the database
     */
    record Usage(Duration sender, Duration ledger, Duration server) {}
}
