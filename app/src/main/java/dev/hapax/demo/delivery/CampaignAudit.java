package dev.hapax.demo.delivery;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares the ledger's deliveries of a campaign with the log of the mail server, address by address. */
final class CampaignAudit {

    private static final int MOST_NAMED = 5;

    private final CampaignPlan plan;
    private final Map<String, List<Long>> accepted;
    private final Map<String, List<String>> problems = new TreeMap<>();

    CampaignAudit(CampaignPlan plan, List<AcceptedLog.Entry> accepted) {
        this.plan = plan;
        this.accepted = byAddress(accepted);
    }

    /** When each address was accepted, in epoch milliseconds. */
    static Map<String, List<Long>> byAddress(List<AcceptedLog.Entry> accepted) {
        Map<String, List<Long>> byAddress = new HashMap<>();
        accepted.forEach(entry -> byAddress
                .computeIfAbsent(entry.what(), address -> new ArrayList<>())
                .add(entry.at()));
        return byAddress;
    }

    List<String> acceptedTwice() {
        return accepted.entrySet().stream()
                .filter(address -> address.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /**
     * @param deliveries of the campaign, all of them
     * @param optedOut when each opt-out that came meanwhile was acknowledged, in epoch milliseconds
     * @param leaseMillis what was claimed before an opt-out leaves within this time
     * @return what does not hold
     */
    List<String> problems(Collection<Delivery> deliveries, Map<String, Long> optedOut, long leaseMillis) {
        Map<String, Delivery> byAddress = new HashMap<>();
        for (Delivery delivery : deliveries) {
            if (byAddress.put(delivery.draft().target(), delivery) != null) {
                problem("the ledger has two deliveries", delivery.draft().target());
            }
        }
        acceptedTwice().forEach(address -> problem("the mail server accepted a mail twice", address));
        plan.addresses().stream()
                .filter(address -> !byAddress.containsKey(address))
                .forEach(address -> problem("the ledger has forgotten a recipient", address));
        accepted.keySet().stream()
                .filter(address -> !byAddress.containsKey(address))
                .forEach(address -> problem("the mail server accepted a mail that the ledger does not know", address));
        byAddress.forEach((address, delivery) -> check(address, delivery.state()));
        plan.optOutsBefore().stream()
                .filter(address -> state(byAddress, address) != DeliveryState.SUPPRESSED)
                .forEach(address -> problem("opted out before the start, and is not SUPPRESSED", address));
        optedOut.forEach((address, at) -> accepted.getOrDefault(address, List.of()).stream()
                .filter(time -> time > at + leaseMillis)
                .forEach(time -> problem("got a mail that was claimed after the opt-out", address)));
        return problems.entrySet().stream()
                .map(problem -> problem.getKey() + ": " + named(problem.getValue()))
                .toList();
    }

    private static DeliveryState state(Map<String, Delivery> byAddress, String address) {
        Delivery delivery = byAddress.get(address);
        return delivery == null ? DeliveryState.ABANDONED : delivery.state();
    }

    private void check(String address, DeliveryState state) {
        boolean wasAccepted = accepted.containsKey(address);
        if (!state.isEnd()) {
            problem("has not ended: " + state, address);
        }
        if (wasAccepted && state != DeliveryState.SENT) {
            problem("the mail server accepted a mail that is " + state, address);
        }
        if (!wasAccepted && state == DeliveryState.SENT) {
            problem("is SENT, and the mail server accepted no mail", address);
        }
        if (address.startsWith(DemoMailServer.BOUNCES) != (state == DeliveryState.REFUSED)
                && state != DeliveryState.SUPPRESSED) {
            problem("the mail server refuses only " + DemoMailServer.BOUNCES + "…, and this is " + state, address);
        }
    }

    private void problem(String what, String address) {
        problems.computeIfAbsent(what, key -> new ArrayList<>()).add(address);
    }

    private static String named(List<String> addresses) {
        String some = addresses.stream().sorted().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return addresses.size() <= MOST_NAMED ? some : some + " and " + (addresses.size() - MOST_NAMED) + " more";
    }
}
