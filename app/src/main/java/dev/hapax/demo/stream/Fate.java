package dev.hapax.demo.stream;

import dev.hapax.domain.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a message.
 *
 * @param reason why it is quarantined; null when it is not
 */
public record Fate(Kind kind, @Nullable Reason reason) {

    /** The columns of the closing table. */
    public enum Kind {
        ADMITTED,
        DUPLICATE,
        REDELIVERY,
        QUARANTINED
    }

    static final Fate ADMITTED = new Fate(Kind.ADMITTED, null);
    static final Fate DUPLICATE = new Fate(Kind.DUPLICATE, null);
    static final Fate REDELIVERY = new Fate(Kind.REDELIVERY, null);

    static Fate quarantined(Reason reason) {
        return new Fate(Kind.QUARANTINED, reason);
    }
}
