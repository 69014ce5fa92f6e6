package dev.hapax.operations.delivery;

import dev.hapax.delivery.Delivery;
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
 */
public record DeliveryQuery(
        Set<DeliveryState> states,
        @Nullable String channel,
        @Nullable String stagedBy,
        @Nullable String target,
        @Nullable String text)
        implements Predicate<Delivery> {

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
        return !states.isEmpty() || channel != null || stagedBy != null || target != null || text != null;
    }

    @Override
    public boolean test(Delivery delivery) {
        return (states.isEmpty() || states.contains(delivery.state())) && testAllButState(delivery);
    }

    boolean testAllButState(Delivery delivery) {
        String cause = delivery.draft().cause();
        return (channel == null || delivery.draft().channel().equals(channel))
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
