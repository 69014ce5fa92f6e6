package dev.hapax.embedded;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user may choose of an embedded broker.
 *
 * @param port port of the client listener on loopback; 0 takes any free one
 * @param advertisedPort port that clients are told to come to, e.g. a proxy's; 0 is the listener's own
 * @param properties broker settings laid over the embedded broker's own
 * @param jvmFlags of a broker process: by default small and quick to start, which is not what to measure with
 */
public record BrokerOptions(int port, int advertisedPort, Map<String, String> properties, List<String> jvmFlags) {

    private static final List<String> QUICK_TO_START =
            List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    public BrokerOptions {
        requirePort(port);
        requirePort(advertisedPort);
        properties = Map.copyOf(properties);
        jvmFlags = List.copyOf(jvmFlags);
    }

    public static BrokerOptions defaults() {
        return new BrokerOptions(0, 0, Map.of(), QUICK_TO_START);
    }

    public BrokerOptions withPort(int other) {
        return new BrokerOptions(other, advertisedPort, properties, jvmFlags);
    }

    public BrokerOptions withAdvertisedPort(int other) {
        return new BrokerOptions(port, other, properties, jvmFlags);
    }

    public BrokerOptions withProperty(String key, String value) {
        return withProperties(Map.of(key, value));
    }

    public BrokerOptions withProperties(Map<String, String> others) {
        var more = new HashMap<>(properties);
        more.putAll(others);
        return new BrokerOptions(port, advertisedPort, more, jvmFlags);
    }

    public BrokerOptions withJvmFlags(List<String> flags) {
        return new BrokerOptions(port, advertisedPort, properties, flags);
    }

    private static void requirePort(int port) {
        if (port < 0 || port > 65_535) {
            throw new BrokerException("port " + port + " is not a port: give 0 (any free one) to 65535");
        }
    }
}
