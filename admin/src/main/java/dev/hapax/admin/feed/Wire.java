package dev.hapax.admin.feed;

import java.nio.charset.StandardCharsets;
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
    void close(CloseReason closeReason);

    /** Closes at once, even during a send. */
    void cut();

    /**
     * The reason why a client is disconnected.
     *
     * @param code of the WebSocket protocol; codes from 4000 on are specific to Hapax
     */
    record CloseReason(int code, String why) {

        static final int GOING_AWAY = 1001;
        static final int TRY_AGAIN_LATER = 1013;
        static final int BAD_REQUEST = 4400;
        static final int TOO_SLOW = 4008;

        /** The size limit of a close frame. */
        private static final int MOST_BYTES = 123;

        static CloseReason tooSlow(String what) {
            return new CloseReason(TOO_SLOW, "too slow: " + what + "; reconnect with the last id to resume");
        }

        static CloseReason stopping() {
            return new CloseReason(GOING_AWAY, "this instance is stopping; reconnect with the last id to any instance");
        }

        /** The reason, truncated to the size of a close frame. */
        String brief() {
            String brief = why;
            while (brief.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                brief = brief.substring(0, brief.length() - 1);
            }
            return brief;
        }
    }
}
