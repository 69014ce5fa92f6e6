package dev.hapax.app.cluster;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of a cluster, and the partitions without all their replicas.
 *
 * @param underReplicated partitions that miss a replica; empty when unknown
 */
record ClusterState(String folder, String bootstrapServers, List<BrokerState> brokers, OptionalLong underReplicated) {

    boolean allAlive() {
        return brokers.stream().allMatch(BrokerState::alive);
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("folder", folder);
        fields.put("bootstrapServers", bootstrapServers);
        fields.put("alive", brokers.stream().filter(BrokerState::alive).count());
        fields.put("underReplicated", BrokerState.nullable(underReplicated));
        fields.put("brokers", brokers.stream().map(BrokerState::fields).toList());
        return fields;
    }

    void print(PrintWriter out, Terminal terminal) {
        Columns table =
                Columns.headed(terminal, "broker", "pid", "address", "state", "controller", "partitions behind");
        for (BrokerState broker : brokers) {
            table.row(
                    broker.id(),
                    broker.alive() ? Long.toString(broker.pid().getAsLong()) : "-",
                    broker.address(),
                    broker.alive() ? new Columns.Cell("alive", Colour.GOOD) : new Columns.Cell("dead", Colour.BAD),
                    broker.controller() ? "leader" : "-",
                    broker.behind().isPresent() ? Long.toString(broker.behind().getAsLong()) : "unknown");
        }
        table.lines().forEach(out::println);
        out.println();
        out.println("under-replicated partitions: "
                + (underReplicated.isPresent()
                        ? underReplicated.getAsLong()
                        : "unknown, because no majority of the brokers answers"));
        out.println("bootstrap servers:           " + bootstrapServers);
        out.println("data and logs:               " + folder);
    }

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
}
