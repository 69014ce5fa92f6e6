package dev.hapax.operations.delivery;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries are wanted.
 *
 * @param states empty for all
 * @param target part of a target, in upper or lower case
 * @param text part of an id, a target or a cause, in upper or lower case
 * @param campaign that they are part of
 * @param alone whether those that are part of a campaign are left out
 */
public record DeliveryQuery(
        Set<DeliveryState> states,
        @Nullable String channel,
        @Nullable String stagedBy,
        @Nullable String target,
        @Nullable String text,
        @Nullable String campaign,
        boolean alone)
        implements Predicate<Delivery> {

    /** Whether they are part of a campaign or not. */
    public DeliveryQuery(
            Set<DeliveryState> states,
            @Nullable String channel,
            @Nullable String stagedBy,
            @Nullable String target,
            @Nullable String text) {
        this(states, channel, stagedBy, target, text, null, false);
    }

    public DeliveryQuery {
        states = Set.copyOf(states);
    }

    /** @throws IllegalArgumentException for a state that does not exist */
    public static Set<DeliveryState> states(List<String> names) {
        Set<DeliveryState> states = EnumSet.noneOf(DeliveryState.class);
        for (String name : names) {
            states.add(Arrays.stream(DeliveryState.values())
                    .filter(state -> state.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("state: '" + name + "' must be one of "
                            + Arrays.stream(DeliveryState.values())
                                    .map(Enum::name)
                                    .toList())));
        }
        return states;
    }

    /** Whether it chooses at all. */
    public boolean isSet() {
        return !states.isEmpty()
                || channel != null
                || stagedBy != null
                || target != null
                || text != null
                || campaign != null;
    }

    @Override
    public boolean test(Delivery delivery) {
        return (states.isEmpty() || states.contains(delivery.state())) && testAllButState(delivery);
    }

    boolean testAllButState(Delivery delivery) {
        String cause = delivery.draft().cause();
        InCampaign part = delivery.draft().campaign();
        return (campaign == null || (part != null && part.id().equals(campaign)))
                && (!alone || part == null)
                && (channel == null || delivery.draft().channel().equals(channel))
                && (stagedBy == null || delivery.draft().stagedBy().equals(stagedBy))
                && (target == null || contains(delivery.draft().target(), target))
                && (text == null
                        || contains(delivery.id(), text)
                        || contains(delivery.draft().target(), text)
                        || (cause != null && contains(cause, text)));
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
