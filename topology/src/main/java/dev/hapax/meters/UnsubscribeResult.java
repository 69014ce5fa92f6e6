package dev.hapax.meters;

import java.util.Locale;

/** How a request of a link to unsubscribe was answered. */
public enum UnsubscribeResult {
    /** With the page that asks. Nothing changed. */
    SHOWN,
    /** The brokers have the opt-out. */
    DONE,
    /** Its token is not one of ours. */
    UNKNOWN,
    /** Too many or too large requests, or other methods. */
    REFUSED,
    /** The brokers did not take the opt-out in time. */
    FAILED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
