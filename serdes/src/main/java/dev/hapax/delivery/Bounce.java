package dev.hapax.delivery;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What mail servers have reported of a mail that was sent: the first hard bounce, or else the last soft one.
 *
 * @param status the enhanced status code of RFC 3463, such as 5.1.1
 * @param diagnostic what the server of the recipient answered; empty if the report had none
 * @param time when the ledger read the report, in epoch milliseconds
 */
public record Bounce(Kind kind, String status, String diagnostic, long time) {

    /** Whether it says something about the address. */
    public enum Kind {
        /** Further mails to the address will bounce too. */
        HARD,
        /** Delayed, or refused for a reason that passes or that has nothing to do with the address. */
        SOFT
    }

    /** What a server did, by RFC 3464. */
    public enum Action {
        FAILED,
        DELAYED,
        DELIVERED,
        RELAYED,
        EXPANDED
    }

    /** The mail system, the content, and policies such as a block of the sending server. */
    private static final Set<Character> SUBJECTS_OF_OTHERS = Set.of('3', '6', '7');
    /** The sender's address is wrong, the mailbox is full, the mail is too long, a loop, out of time. */
    private static final Set<String> DETAILS_OF_OTHERS = Set.of("5.1.7", "5.1.8", "5.2.2", "5.2.3", "5.4.6", "5.4.7");

    private static final int SUBJECT = 2;

    public Bounce {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(diagnostic, "diagnostic");
    }

    /** Null if it is none: the mail has arrived, or was handed on. */
    public static @Nullable Kind kind(Action action, String status) {
        return switch (action) {
            case FAILED -> isAboutTheAddress(status) ? Kind.HARD : Kind.SOFT;
            case DELAYED -> Kind.SOFT;
            case DELIVERED, RELAYED, EXPANDED -> null;
        };
    }

    private static boolean isAboutTheAddress(String status) {
        return status.length() > SUBJECT
                && status.startsWith("5.")
                && !SUBJECTS_OF_OTHERS.contains(status.charAt(SUBJECT))
                && !DETAILS_OF_OTHERS.contains(status);
    }
}
