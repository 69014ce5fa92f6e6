package dev.hapax.admin.feed;

import java.nio.charset.StandardCharsets;

/**
 * Why a client is let go.
 *
 * @param code of the WebSocket protocol; from 4000 on they are our own
 */
record CloseReason(int code, String why) {

    static final int GOING_AWAY = 1001;
    static final int TRY_AGAIN_LATER = 1013;
    static final int BAD_REQUEST = 4400;
    static final int TOO_SLOW = 4008;

    /** What a close frame has room for. */
    private static final int MOST_BYTES = 123;

    static CloseReason tooSlow(String what) {
        return new CloseReason(TOO_SLOW, "too slow: " + what + "; reconnect with the last id to go on from there");
    }

    static CloseReason stopping() {
        return new CloseReason(GOING_AWAY, "this instance stops; reconnect with the last id, to any instance");
    }

    /** The reason, as much of it as a close frame takes. */
    String brief() {
        String brief = why;
        while (brief.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            brief = brief.substring(0, brief.length() - 1);
        }
        return brief;
    }
}
