package dev.hapax.chaos.campaign;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * What a mail server has accepted, compared with what the ledger has of a campaign.
 *
 * @param recipients every address that the campaign was loaded with
 * @param times how often the server has accepted a mail, by address
 * @param deliveries of the campaign
 */
public record AcceptedMails(Set<String> recipients, Map<String, Integer> times, List<Delivery> deliveries) {

    /** In these, everything is known of a delivery, or a person has to find out. */
    private static final Set<DeliveryState> FINAL = Set.of(
            DeliveryState.SENT,
            DeliveryState.STRANDED,
            DeliveryState.SUPPRESSED,
            DeliveryState.REFUSED,
            DeliveryState.EXPIRED);

    private static final int MOST_NAMED = 10;

    public AcceptedMails {
        recipients = Set.copyOf(recipients);
        times = Map.copyOf(times);
        deliveries = List.copyOf(deliveries);
    }

    public Map<DeliveryState, Integer> states() {
        Map<DeliveryState, Integer> states = new EnumMap<>(DeliveryState.class);
        deliveries.forEach(delivery -> states.merge(delivery.state(), 1, Integer::sum));
        return states;
    }

    public int acceptedTwice() {
        return (int) times.values().stream().filter(count -> count > 1).count();
    }

    /** What must not be once nothing is left to send, each in one line. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        note(problems, "accepted more than once", found((address, count) -> count > 1));
        note(problems, "accepted, and not loaded", found((address, count) -> !recipients.contains(address)));
        List<Delivery> counting = deliveries.stream()
                .filter(delivery -> delivery.state() != DeliveryState.CANCELLED)
                .toList();
        Set<String> targets = new TreeSet<>();
        counting.forEach(delivery -> targets.add(delivery.draft().target()));
        Set<String> forgotten = new TreeSet<>(recipients);
        forgotten.removeAll(targets);
        note(problems, "loaded, and not in the ledger", forgotten);
        if (counting.size() != recipients.size()) {
            problems.add(recipients.size() + " recipients, and the ledger has " + counting.size() + ": " + states());
        }
        note(
                problems,
                "neither sent nor stranded, suppressed, refused or expired",
                targets(counting, (delivery, count) -> !FINAL.contains(delivery.state())));
        note(
                problems,
                "SENT in the ledger, and not accepted",
                targets(counting, (delivery, count) -> delivery.state() == DeliveryState.SENT && count == 0));
        note(
                problems,
                "accepted, and neither SENT nor STRANDED in the ledger",
                targets(
                        counting,
                        (delivery, count) -> count > 0
                                && delivery.state() != DeliveryState.SENT
                                && delivery.state() != DeliveryState.STRANDED));
        return problems;
    }

    /** The same once a person has reconciled all that were stranded: nothing may be in doubt. */
    public List<String> problemsAfterReconciling() {
        List<String> problems = new ArrayList<>(problems());
        note(
                problems,
                "still stranded",
                targets(deliveries, (delivery, count) -> delivery.state() == DeliveryState.STRANDED));
        return problems;
    }

    private Set<String> found(BiPredicate<String, Integer> wrong) {
        Set<String> found = new TreeSet<>();
        times.forEach((address, count) -> {
            if (wrong.test(address, count)) {
                found.add(address + " (" + count + ")");
            }
        });
        return found;
    }

    private Set<String> targets(Collection<Delivery> of, BiPredicate<Delivery, Integer> wrong) {
        Set<String> found = new TreeSet<>();
        for (Delivery delivery : of) {
            String target = delivery.draft().target();
            if (wrong.test(delivery, times.getOrDefault(target, 0))) {
                found.add(target + " (" + delivery.state() + ")");
            }
        }
        return found;
    }

    private static void note(List<String> problems, String what, Set<String> found) {
        if (!found.isEmpty()) {
            String more = found.size() > MOST_NAMED ? " …" : "";
            problems.add(found.size() + " " + what + ": "
                    + String.join(", ", found.stream().limit(MOST_NAMED).toList()) + more);
        }
    }
}
