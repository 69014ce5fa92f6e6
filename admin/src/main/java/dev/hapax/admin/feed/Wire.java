package dev.hapax.admin.feed;

import java.util.List;

/** A connection to a client, without a queue. Nothing here blocks. */
interface Wire {

    /**
     * Starts to send.
     *
     * @param sent called once, by any thread and perhaps at once, when the next frames may be sent; never if the connection fails
     */
    void send(List<FeedFrame> messages, Runnable sent);

    /** Sends the reason and closes. Not while a send is in progress. */
    void close(CloseReason farewell);

    /** Closes at once, even during a send. */
    void cut();
}
