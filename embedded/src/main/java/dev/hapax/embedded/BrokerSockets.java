package dev.hapax.embedded;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The two listening sockets of a broker, bound before Kafka starts.
 *
 * <p>Kafka must be told its ports before it opens them. Looking for a free port and giving it back until then would be a
 * race with every other program, so the sockets stay bound and Kafka is handed them.
 */
final class BrokerSockets implements ServerSocketFactory, AutoCloseable {

    static final String CLIENTS = "CLIENTS";
    static final String CONTROLLER = "CONTROLLER";
    static final String HOST = "127.0.0.1";

    static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final ServerSocketChannel clients;
    private final ServerSocketChannel controller;

    private BrokerSockets(ServerSocketChannel clients, ServerSocketChannel controller) {
        this.clients = clients;
        this.controller = controller;
    }

    static BrokerSockets bind(int clientPort) throws IOException {
        var clients = listen(clientPort);
        try {
            return new BrokerSockets(clients, listen(0));
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    int clientPort() {
        return clients.socket().getLocalPort();
    }

    int controllerPort() {
        return controller.socket().getLocalPort();
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listener, InetSocketAddress address, int backlog, int receiveBufferBytes) throws IOException {
        var channel = CONTROLLER.equals(listener) ? controller : clients;
        channel.configureBlocking(false);
        return channel;
    }

    @Override
    public void close() throws IOException {
        try (clients) {
            controller.close();
        }
    }

    private static ServerSocketChannel listen(int port) throws IOException {
        var channel = ServerSocketChannel.open();
        try {
            // A broker restarted on its own port must not wait for the last one's closed connections.
            channel.socket().setReuseAddress(true);
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
