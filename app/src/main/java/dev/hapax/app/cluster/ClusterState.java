package dev.hapax.app.cluster;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of a cluster, and the partitions without all their replicas.
 *
 * @param underReplicated partitions that miss a replica; null when unknown
 */
record ClusterState(
        String folder,
        String bootstrapServers,
        List<BrokerState> brokers,
        @Nullable Long underReplicated) {

    boolean allAlive() {
        return brokers.stream().allMatch(BrokerState::alive);
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("folder", folder);
        fields.put("bootstrapServers", bootstrapServers);
        fields.put("alive", brokers.stream().filter(BrokerState::alive).count());
        fields.put("underReplicated", underReplicated);
        fields.put("brokers", brokers.stream().map(BrokerState::fields).toList());
        return fields;
    }

    List<String> text(Terminal terminal) {
        Columns table =
                Columns.headed(terminal, "broker", "pid", "address", "state", "controller", "partitions behind");
        for (BrokerState broker : brokers) {
            table.row(
                    broker.id(),
                    broker.alive() ? String.valueOf(broker.pid()) : "-",
                    broker.address(),
                    broker.alive() ? new Columns.Cell("alive", Colour.GOOD) : new Columns.Cell("dead", Colour.BAD),
                    broker.controller() ? "leader" : "-",
                    broker.behind() == null ? "unknown" : String.valueOf(broker.behind()));
        }
        List<String> text = new ArrayList<>(table.lines());
        text.add("");
        text.add("under-replicated partitions: "
                + (underReplicated == null
                        ? "unknown, because no majority of the brokers answers"
                        : underReplicated.toString()));
        text.add("bootstrap servers:           " + bootstrapServers);
        text.add("data and logs:               " + folder);
        return text;
    }

    /**
     * The state of one broker.
     *
     * @param pid null when it is not running
     * @param behind partitions whose replica here is not in sync; null when unknown
     */
    record BrokerState(
            int id,
            @Nullable Long pid,
            String address,
            boolean controller,
            @Nullable Long behind) {

        boolean alive() {
            return pid != null;
        }

        Map<String, @Nullable Object> fields() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("id", id);
            fields.put("pid", pid);
            fields.put("address", address);
            fields.put("alive", alive());
            fields.put("controller", controller);
            fields.put("underReplicated", behind);
            return fields;
        }
    }
}
