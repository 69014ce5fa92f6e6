package dev.hapax.demo.delivery;

import dev.hapax.delivery.DeliveryState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of the deliveries of a demo.
 *
 * @param states how many ended in, or wait in, each state
 * @param kills how many processes were killed
 * @param acceptedTwice deliveries that a server accepted more than once, by its own log
 * @param stranded the ids of deliveries of which nobody knows whether they were sent
 */
public record DeliveryResult(
        int staged,
        Map<DeliveryState, Integer> states,
        int kills,
        List<String> acceptedTwice,
        int receipts,
        int receiptsValid,
        List<String> problems,
        List<String> stranded) {

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
        fields.put("states", states);
        fields.put("kills", kills);
        fields.put("acceptedTwice", acceptedTwice.size());
        fields.put("receipts", receipts);
        fields.put("receiptsValid", receiptsValid);
        return fields;
    }
}
