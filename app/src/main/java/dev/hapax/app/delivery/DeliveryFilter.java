package dev.hapax.app.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.operations.delivery.DeliveryQuery;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

    @Option(names = "--campaign", paramLabel = "ID", description = "Only deliveries of this campaign.")
    private @Nullable String campaign;

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description = "Only deliveries whose id, target or cause contains this text.")
    private @Nullable String text;

    /** Whether any option was given. */
    boolean isSet() {
        return query().isSet();
    }

    DeliveryQuery query() {
        return new DeliveryQuery(Set.copyOf(states), channel, stagedBy, target, text, campaign, false);
    }

    /** The filter of the API. */
    ObjectNode json() {
        ObjectNode filter = ApiClient.object();
        if (!states.isEmpty()) {
            ArrayNode names = filter.putArray("state");
            states.forEach(state -> names.add(state.name()));
        }
        put(filter, "channel", channel);
        put(filter, "stagedBy", stagedBy);
        put(filter, "target", target);
        put(filter, "campaign", campaign);
        put(filter, "q", text);
        return filter;
    }

    private static void put(ObjectNode filter, String field, @Nullable String value) {
        if (value != null) {
            filter.put(field, value);
        }
    }

    @Override
    public boolean test(Delivery delivery) {
        return query().test(delivery);
    }

    /** Whether a receipt matches, as far as a receipt shows it: by the state that it attests, the channel, the target and the id. */
    boolean test(Receipt receipt) {
        return (states.isEmpty() || states.contains(receipt.state()))
                && (channel == null || receipt.channel().equals(channel))
                && (campaign == null || receipt.id().startsWith(Recipient.deliveryIds(campaign)))
                && (target == null
                        || receipt.target().toLowerCase(Locale.ROOT).contains(target.toLowerCase(Locale.ROOT)));
    }

    /** Whether only the ledger can tell what matches. */
    @Nullable
    String stagedBy() {
        return stagedBy;
    }
}
