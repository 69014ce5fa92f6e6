package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;

/** The other instances of this application, reached over their own API. */
public interface Peers {

    /** The title of what is thrown where another instance did not answer at all. */
    String UNREACHABLE = "Instance unreachable";

    /** The title of what is thrown where an address is not one of those that are asked. */
    String NOT_ALLOWED = "Instance not allowed";

    /** An instance as it stands in URLs and is told to people. */
    static String address(HostInfo instance) {
        String host = instance.host();
        // The colons of an IPv6 address would run into that of the port.
        return (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + instance.port();
    }

    /** How the others reach this one. */
    HostInfo self();

    /** All that take part at the moment, without this one. */
    List<HostInfo> others();

    /**
     * Asks another instance.
     *
     * @param path with its query, such as {@code /api/stats?scope=instance}
     * @throws ProblemException with what it answered, or 502 when it can't be reached
     */
    JsonNode get(HostInfo peer, String path);
}
