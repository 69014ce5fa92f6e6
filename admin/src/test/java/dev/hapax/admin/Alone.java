package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;

/** An instance without peers. */
record Alone(HostInfo self) implements Peers {

    @Override
    public List<HostInfo> others() {
        return List.of();
    }

    @Override
    public JsonNode get(HostInfo peer, String path) {
        throw new ProblemException(
                502, "No other instance", "Asked for " + path + " of " + peer + ", but this instance is alone");
    }
}
