package dev.hapax.app.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of one broker.
 *
 * @param pid empty when it is not running
 * @param behind partitions whose replica here is not in sync; empty when unknown
 */
record BrokerState(int id, OptionalLong pid, String address, boolean controller, OptionalLong behind) {

    boolean alive() {
        return pid.isPresent();
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("pid", nullable(pid));
        fields.put("address", address);
        fields.put("alive", alive());
        fields.put("controller", controller);
        fields.put("underReplicated", nullable(behind));
        return fields;
    }

    static @Nullable Long nullable(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }
}
