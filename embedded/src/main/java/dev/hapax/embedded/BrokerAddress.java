package dev.hapax.embedded;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where a broker stands: which node of which cluster it is, and the ports of its listeners; 0 takes any free one.
 *
 * @param cluster id of the cluster; empty for a broker that may choose one
 * @param advertised port that clients are told of; 0 for the one that is listened on
 * @param controllers ports of the controllers of all nodes, node 1 first
 * @param held whether the one who started the broker holds its ports for it
 */
record BrokerAddress(
        int node, String cluster, int clients, int advertised, int brokers, List<Integer> controllers, boolean held) {

    private static final String PREFIX = "place.";

    BrokerAddress {
        controllers = List.copyOf(controllers);
    }

    /** The place of a broker that is a cluster by itself. */
    static BrokerAddress alone(BrokerOptions options) {
        return new BrokerAddress(1, "", options.port(), options.advertisedPort(), 0, List.of(0), false);
    }

    int size() {
        return controllers.size();
    }

    int controller() {
        return controllers.get(node - 1);
    }

    /** What Kafka calls the voters: every node and where its controller listens. */
    String voters(int ownControllerPort) {
        return IntStream.rangeClosed(1, size())
                .mapToObj(each -> each + "@" + BrokerSockets.HOST + ":"
                        + (each == node ? ownControllerPort : controllers.get(each - 1)))
                .collect(Collectors.joining(","));
    }

    /** The place as words of a command line. */
    List<String> words() {
        return List.of(
                PREFIX + "node=" + node,
                PREFIX + "cluster=" + cluster,
                PREFIX + "clients=" + clients,
                PREFIX + "advertised=" + advertised,
                PREFIX + "brokers=" + brokers,
                PREFIX + "controllers="
                        + controllers.stream().map(String::valueOf).collect(Collectors.joining(",")),
                PREFIX + "held=" + held);
    }

    /** Takes the place out of the words of a command line, and leaves the others. */
    static BrokerAddress takeFrom(Map<String, String> words) {
        return new BrokerAddress(
                number(words, "node"),
                take(words, "cluster"),
                number(words, "clients"),
                number(words, "advertised"),
                number(words, "brokers"),
                Stream.of(take(words, "controllers").split(","))
                        .map(Integer::valueOf)
                        .toList(),
                Boolean.parseBoolean(take(words, "held")));
    }

    private static int number(Map<String, String> words, String key) {
        return Integer.parseInt(take(words, key));
    }

    private static String take(Map<String, String> words, String key) {
        var value = words.remove(PREFIX + key);
        if (value == null) {
            throw new BrokerException("a broker process is not told its " + PREFIX + key);
        }
        return value;
    }
}
