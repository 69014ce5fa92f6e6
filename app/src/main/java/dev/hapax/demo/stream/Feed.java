package dev.hapax.demo.stream;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The sources of the demo, as {@code demo.yaml} describes them. */
enum Feed {
    MAIL(35, Duration.ofHours(24)),
    PAYMENTS(25, Duration.ofHours(24)),
    WEBHOOKS(20, Duration.ofHours(1)),
    LEDGER(12, Duration.ofHours(24)),
    LEGACY(8, Duration.ofHours(24));

    private final int weight;
    private final Duration ttl;

    Feed(int weight, Duration ttl) {
        this.weight = weight;
        this.ttl = ttl;
    }

    String source() {
        return name().toLowerCase(Locale.ROOT);
    }

    String topic() {
        return "hapax." + source();
    }

    /** Identities of one source never meet those of another. */
    String identity(String found) {
        return source() + ":" + found;
    }

    Duration ttl() {
        return ttl;
    }

    /**
     * Writes a message: the same dice, code and time make the same bytes.
     *
     * @param code what makes its identity its own
     * @param altered the same identity with other content, as of a sender who contradicts himself
     */
    Draft write(Dice dice, String code, Instant at, boolean altered) {
        return switch (this) {
            case MAIL -> DemoMails.write(dice, code, at, altered);
            case PAYMENTS -> Payments.write(dice, code, at, altered);
            case WEBHOOKS -> Webhooks.write(dice, code, at, altered);
            case LEDGER -> LedgerMessages.write(dice, code, at, altered);
            case LEGACY -> LegacyRows.write(dice, code, at, altered);
        };
    }

    static Feed pick(Dice dice) {
        int left = dice.below(100);
        for (Feed feed : values()) {
            left -= feed.weight;
            if (left < 0) {
                return feed;
            }
        }
        throw new IllegalStateException("the weights add up to less than 100");
    }
}
