package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;

/** The other instances of this application, reached over their own API. */
public interface Peers {

    /** The title of the problem when another instance does not answer. */
    String UNREACHABLE = "Instance unreachable";

    /** The title of the problem when an address is not allowed. */
    String NOT_ALLOWED = "Instance not allowed";

    /** The address of an instance, as in URLs and messages. */
    static String address(HostInfo instance) {
        String host = instance.host();
        // The colons of an IPv6 address would be mixed up with the port.
        return (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + instance.port();
    }

    /** The address at which the others reach this instance. */
    HostInfo self();

    /** The current members of the group, without this instance. */
    List<HostInfo> others();

    /**
     * Sends a read to another instance.
     *
     * @param path with its query, such as {@code /api/stats?scope=instance}
     * @throws ProblemException with its response, or 502 if it cannot be reached
     */
    JsonNode get(HostInfo peer, String path);
}
