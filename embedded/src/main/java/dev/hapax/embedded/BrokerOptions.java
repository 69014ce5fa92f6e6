package dev.hapax.embedded;

import java.util.HashMap;
import java.util.Map;

/**
 * What a user may choose of an embedded broker.
 *
 * @param port port of the client listener on loopback; 0 takes any free one
 * @param properties broker settings laid over the embedded broker's own
 */
public record BrokerOptions(int port, Map<String, String> properties) {

    public BrokerOptions {
        if (port < 0 || port > 65_535) {
            throw new BrokerException("port " + port + " is not a port: give 0 (any free one) to 65535");
        }
        properties = Map.copyOf(properties);
    }

    public static BrokerOptions defaults() {
        return new BrokerOptions(0, Map.of());
    }

    public BrokerOptions withPort(int other) {
        return new BrokerOptions(other, properties);
    }

    public BrokerOptions withProperty(String key, String value) {
        var more = new HashMap<>(properties);
        more.put(key, value);
        return new BrokerOptions(port, more);
    }
}
