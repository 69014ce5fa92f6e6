package dev.hapax.operations.campaign;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Why deliveries of a campaign were refused, by code and domain. */
public final class CampaignRefusals {

    /** A reply of SMTP, with its enhanced status code if there is one. */
    private static final Pattern CODE = Pattern.compile("\\b([45]\\d\\d)\\b(?:[ -]([45]\\.\\d{1,3}\\.\\d{1,3})\\b)?");

    private static final String NO_CODE = "-";

    private CampaignRefusals() {}

    /**
     * Refusals with the same code from the same domain.
     *
     * @param code such as {@code 550 5.1.1}; a hyphen if the evidence has none
     * @param example what one of them says
     */
    public record Group(String code, String domain, long count, String example) {}

    private record Key(String code, String domain) {}

    /**
     * The most frequent ones first.
     *
     * @param deliveries of a campaign, each with at least the last line of its history
     */
    public static List<Group> top(Collection<Delivery> deliveries, int most) {
        Map<Key, Group> groups = new TreeMap<>(Comparator.comparing(Key::domain).thenComparing(Key::code));
        for (Delivery delivery : deliveries) {
            if (delivery.state() == DeliveryState.REFUSED) {
                String evidence = evidence(delivery);
                String domain = domain(delivery.draft().target());
                groups.merge(
                        new Key(code(evidence), domain),
                        new Group(code(evidence), domain, 1, evidence),
                        (one, other) -> new Group(one.code(), one.domain(), one.count() + 1, one.example()));
            }
        }
        return groups.values().stream()
                .sorted(Comparator.comparingLong(Group::count).reversed())
                .limit(most)
                .toList();
    }

    /** What the last line of its history says. */
    static String evidence(Delivery delivery) {
        List<Delivery.Entry> history = delivery.history();
        return history.isEmpty() ? "" : history.get(history.size() - 1).detail();
    }

    private static String code(String evidence) {
        Matcher code = CODE.matcher(evidence);
        return code.find() ? code.group(1) + (code.group(2) == null ? "" : " " + code.group(2)) : NO_CODE;
    }

    private static String domain(String address) {
        return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }
}
