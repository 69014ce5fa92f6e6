package dev.hapax.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports kept for brokers that are not there yet, or not at the moment.
 *
 * <p>A cluster must know its ports before its brokers start, and a killed broker comes back to its own. Each port is bound here
 * without listening: connections to a dead broker are refused as they should be, and nobody else is given the port, not even as
 * the near end of a connection. The broker of the same user may bind it beside us (SO_REUSEPORT).
 */
final class HeldPorts implements AutoCloseable {

    private final List<SocketChannel> channels = new ArrayList<>();

    /** Holds a port; 0 takes any free one. */
    int hold(int port) {
        try {
            if (port != 0) {
                // Refused when anybody listens there, also one who would share.
                BrokerSockets.listen(port, false).close();
            }
            var channel = SocketChannel.open();
            channels.add(channel);
            if (canHold(channel)) {
                // And not SO_REUSEADDR, with which any other program could bind it too, since nobody listens.
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            channel.bind(new InetSocketAddress(InetAddress.getByAddress(BrokerSockets.LOOPBACK), port));
            var bound = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            if (!canHold(channel)) {
                channel.close();
            }
            return bound;
        } catch (IOException e) {
            throw new BrokerException("port " + port + " on " + BrokerSockets.HOST + " cannot be held: " + e, e);
        }
    }

    /** Whether brokers are to bind their ports beside us. */
    boolean areShared() {
        return channels.stream().anyMatch(SocketChannel::isOpen);
    }

    private static boolean canHold(SocketChannel channel) {
        return channel.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT);
    }

    @Override
    public void close() {
        for (var channel : channels) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new BrokerException("a port could not be given free: " + e, e);
            }
        }
    }
}
