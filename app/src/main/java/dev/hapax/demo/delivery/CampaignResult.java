package dev.hapax.demo.delivery;

import dev.hapax.delivery.DeliveryState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of the campaign of a demo.
 *
 * @param states how many recipients ended in each state
 * @param kills how many processes were killed
 * @param pausedFor why the failing stretch paused it
 * @param optOuts of recipients
 * @param stranded what was unknown at its end
 * @param acceptedTwice addresses that the mail server accepted a mail for more than once, by its own log
 * @param problems what does not hold
 */
public record CampaignResult(
        int recipients,
        Map<DeliveryState, Integer> states,
        int kills,
        String pausedFor,
        OptedOut optOuts,
        Stranded stranded,
        List<String> acceptedTwice,
        int receipts,
        int receiptsValid,
        long millis,
        List<String> problems) {

    /**
     * Recipients who opted out.
     *
     * @param before the campaign started
     * @param byLink with a link to unsubscribe while it ran
     * @param byHand in another way while it ran
     */
    public record OptedOut(int before, int byLink, int byHand) {}

    /**
     * Deliveries of which Hapax did not know whether they were sent.
     *
     * @param hungUp whose server hangs up on everyone; the kills stranded the others
     * @param sent that the log of the mail server has
     * @param notSent that it does not have; these were sent again
     */
    public record Stranded(int count, int hungUp, int sent, int notSent) {}

    public boolean holds() {
        return problems.isEmpty();
    }

    /** As JSON has them. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("recipients", recipients);
        fields.put("states", states);
        fields.put("kills", kills);
        fields.put("pausedFor", pausedFor);
        fields.put(
                "optOuts", Map.of("before", optOuts.before(), "byLink", optOuts.byLink(), "byHand", optOuts.byHand()));
        fields.put("strandedBeforeReconciling", stranded.count());
        fields.put("strandedByHangingUp", stranded.hungUp());
        fields.put("reconciledAsSent", stranded.sent());
        fields.put("reconciledAsNotSent", stranded.notSent());
        fields.put("acceptedTwice", acceptedTwice.size());
        fields.put("receipts", receipts);
        fields.put("receiptsValid", receiptsValid);
        fields.put("seconds", millis / 1_000);
        fields.put("problems", problems);
        return fields;
    }
}
