package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What became of each recipient of a campaign. */
public final class CampaignReport {

    /** The names of the columns, in their order. */
    public static final List<String> COLUMNS =
            List.of("subscriber", "address", "state", "attempts", "time", "what", "evidence");

    private CampaignReport() {}

    /**
     * One recipient.
     *
     * @param time when it entered its state
     * @param what happened last
     * @param evidence of that
     */
    public record Line(
            String subscriber,
            String address,
            DeliveryState state,
            int attempts,
            Instant time,
            String what,
            String evidence) {

        /** In the order of {@link #COLUMNS}. */
        public List<Object> values() {
            return List.of(subscriber, address, state.name(), attempts, time.toString(), what, evidence);
        }
    }

    /**
     * By subscriber.
     *
     * @param deliveries of the campaign, each with at least the last line of its history
     */
    public static Stream<Line> of(Campaign campaign, Collection<Delivery> deliveries) {
        return deliveries.stream().sorted(Comparator.comparing(Delivery::id)).map(delivery -> line(campaign, delivery));
    }

    private static Line line(Campaign campaign, Delivery delivery) {
        List<Delivery.Entry> history = delivery.history();
        Delivery.Entry last = history.isEmpty() ? null : history.get(history.size() - 1);
        return new Line(
                Recipient.subscriber(campaign.id(), delivery.id()),
                delivery.draft().target(),
                delivery.state(),
                delivery.attempt(),
                Instant.ofEpochMilli(delivery.since()),
                last == null ? "" : last.what(),
                last == null ? "" : last.detail());
    }
}
