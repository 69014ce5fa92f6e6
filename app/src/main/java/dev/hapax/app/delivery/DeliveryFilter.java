package dev.hapax.app.delivery;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose deliveries. */
final class DeliveryFilter implements Predicate<Delivery> {

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "Only deliveries in these states: ${COMPLETION-CANDIDATES}.")
    private List<DeliveryState> states = List.of();

    @Option(names = "--channel", paramLabel = "NAME", description = "Only deliveries of this channel.")
    private @Nullable String channel;

    @Option(names = "--target", paramLabel = "TEXT", description = "Only deliveries whose target contains this text.")
    private @Nullable String target;

    @Option(
            names = "--staged-by",
            paramLabel = "NAME",
            description = "Only deliveries that this person or rule staged.")
    private @Nullable String stagedBy;

    /** Whether any option was given. */
    boolean isSet() {
        return !states.isEmpty() || channel != null || target != null || stagedBy != null;
    }

    @Override
    public boolean test(Delivery delivery) {
        return (states.isEmpty() || states.contains(delivery.state()))
                && (channel == null || delivery.draft().channel().equals(channel))
                && (target == null
                        || delivery.draft().target().toLowerCase(Locale.ROOT).contains(target.toLowerCase(Locale.ROOT)))
                && (stagedBy == null || delivery.draft().stagedBy().equals(stagedBy));
    }

    /** Whether a receipt matches, as far as a receipt shows it: by the state that it attests, the channel and the target. */
    boolean test(Receipt receipt) {
        return (states.isEmpty() || states.contains(receipt.state()))
                && (channel == null || receipt.channel().equals(channel))
                && (target == null
                        || receipt.target().toLowerCase(Locale.ROOT).contains(target.toLowerCase(Locale.ROOT)));
    }

    /** Whether only the ledger can tell what matches. */
    @Nullable
    String stagedBy() {
        return stagedBy;
    }
}
