package dev.hapax.admin.feed;

import java.util.List;

/** A connection to a client, without a queue of its own. Nothing here waits. */
interface Wire {

    /**
     * Begins to send.
     *
     * @param sent called once, by any thread and perhaps at once, when the next may be given; never when the connection fails
     */
    void send(List<FeedFrame> messages, Runnable sent);

    /** Tells the client why, and ends. Not while something is being sent. */
    void close(CloseReason farewell);

    /** Ends at once, whatever is under way. */
    void cut();
}
