package dev.hapax.campaign;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One recipient of a campaign.
 *
 * @param subscriber names the recipient within the campaign; part of the delivery id
 * @param address where the mail goes, as it was loaded
 * @param values what the templates can ask for, by name
 */
public record Recipient(String subscriber, String address, SortedMap<String, String> values) {

    private static final String PREFIX = "campaign:";

    public Recipient {
        Objects.requireNonNull(subscriber, "subscriber");
        Objects.requireNonNull(address, "address");
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    public Recipient(String subscriber, String address, Map<String, String> values) {
        this(subscriber, address, new TreeMap<>(values));
    }

    /** Always the same for the same recipient of the same campaign. */
    public String deliveryId(String campaign) {
        return deliveryIds(campaign) + subscriber;
    }

    /** What the ids of all deliveries of a campaign begin with. */
    public static String deliveryIds(String campaign) {
        return PREFIX + campaign + ":";
    }

    /** Whether an id is one that only campaigns may use. */
    public static boolean isDeliveryId(String id) {
        return id.startsWith(PREFIX);
    }

    /** The subscriber that a delivery of a campaign is for. */
    public static String subscriber(String campaign, String deliveryId) {
        return deliveryId.substring(deliveryIds(campaign).length());
    }
}
