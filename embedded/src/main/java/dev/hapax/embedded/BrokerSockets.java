package dev.hapax.embedded;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The listening sockets of a broker, bound before Kafka starts.
 *
 * <p>Kafka must be told its ports before it opens them. Looking for a free port and giving it back until then would be a
 * race with every other program, so the sockets stay bound and Kafka is handed them.
 */
final class BrokerSockets implements ServerSocketFactory, AutoCloseable {

    static final String CLIENTS = "CLIENTS";

    /** Brokers talk to each other here, so that what stands between clients and brokers does not stand between brokers. */
    static final String BROKERS = "BROKERS";

    static final String CONTROLLER = "CONTROLLER";
    static final String HOST = "127.0.0.1";

    static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final Map<String, ServerSocketChannel> channels = new LinkedHashMap<>();

    private BrokerSockets() {}

    static BrokerSockets bind(BrokerAddress place) throws IOException {
        var sockets = new BrokerSockets();
        try {
            sockets.channels.put(CLIENTS, listen(place.clients(), place.held()));
            sockets.channels.put(BROKERS, listen(place.brokers(), place.held()));
            sockets.channels.put(CONTROLLER, listen(place.controller(), place.held()));
            return sockets;
        } catch (IOException | RuntimeException e) {
            sockets.close();
            throw e;
        }
    }

    /** Where a listener is reached, as Kafka writes it. */
    String address(String listener) {
        return listener + "://" + HOST + ":" + port(listener);
    }

    int port(String listener) {
        return channel(listener).socket().getLocalPort();
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listener, InetSocketAddress address, int backlog, int receiveBufferBytes) throws IOException {
        var channel = channel(listener);
        channel.configureBlocking(false);
        return channel;
    }

    @Override
    public void close() throws IOException {
        for (var channel : channels.values()) {
            channel.close();
        }
    }

    private ServerSocketChannel channel(String listener) {
        return Objects.requireNonNull(channels.get(listener), listener);
    }

    /** @param held whether somebody else holds the port for this broker, and lets it in */
    static ServerSocketChannel listen(int port, boolean held) throws IOException {
        var channel = ServerSocketChannel.open();
        try {
            // A broker restarted on its own port must not wait for the last one's closed connections.
            channel.socket().setReuseAddress(true);
            if (held) {
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            channel.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
            return channel;
        } catch (BindException e) {
            channel.close();
            throw new BrokerException(
                    "port " + port + " on " + HOST + " is taken by another program: choose another port, or 0 for any",
                    e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
