package dev.hapax.demo.delivery;

import dev.hapax.delivery.DeliveryState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of the deliveries of a demo.
 *
 * @param origins how many were staged by rule, through the API, from files and through the topic
 * @param states how many ended in, or wait in, each state
 * @param kills how many processes were killed
 * @param acceptedTwice deliveries that a server accepted more than once, by its own log
 * @param stranded the deliveries of which Hapax does not know whether they were sent
 */
public record DeliveryResult(
        int staged,
        Map<String, Integer> origins,
        Map<DeliveryState, Integer> states,
        int kills,
        List<String> acceptedTwice,
        int receipts,
        int receiptsValid,
        List<String> problems,
        List<Stranded> stranded) {

    /**
     * A delivery that a person has to reconcile.
     *
     * @param hungUp whether its target hangs up on everyone; else the kill stranded it
     * @param accepted whether the log of its target has it
     */
    public record Stranded(String id, boolean hungUp, boolean accepted) {}

    /** Whether every delivery is in one state, none was accepted twice, and all receipts are good. */
    public boolean addsUp() {
        return states.values().stream().mapToInt(Integer::intValue).sum() == staged
                && acceptedTwice.isEmpty()
                && receipts == receiptsValid
                && problems.isEmpty();
    }

    /** As JSON has them. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("staged", staged);
        fields.put("origins", origins);
        fields.put("states", states);
        fields.put("kills", kills);
        fields.put("acceptedTwice", acceptedTwice.size());
        fields.put("receipts", receipts);
        fields.put("receiptsValid", receiptsValid);
        return fields;
    }
}
