package dev.hapax.admin;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.SelectorManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections of one address, so that a single machine cannot use all of them. Loopback is exempt, because proxies run
 * there and represent many clients.
 */
public final class FairShare implements SelectorManager.AcceptListener {

    private static final Logger LOG = LoggerFactory.getLogger(FairShare.class);

    private final int most;
    private final boolean loopbackToo;
    /** By connection, because a closed one no longer has an address. */
    private final Map<SelectableChannel, ClientAddress> open = new HashMap<>();

    private final Map<ClientAddress, Integer> counts = new HashMap<>();

    public FairShare(int most) {
        this(most, false);
    }

    /** @param loopbackToo for tests, which have no other address */
    FairShare(int most, boolean loopbackToo) {
        this.most = most;
        this.loopbackToo = loopbackToo;
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        try {
            // Another limit may have closed it.
            if (channel instanceof SocketChannel socket && socket.isOpen() && !takes(socket)) {
                socket.close();
            }
        } catch (IOException e) {
            LOG.debug("A connection was closed before it was accepted", e);
        }
    }

    private synchronized boolean takes(SocketChannel socket) throws IOException {
        ClientAddress client = ClientAddress.of(socket.getRemoteAddress());
        if (client.loopback() && !loopbackToo) {
            return true;
        }
        int count = counts.getOrDefault(client, 0);
        if (count >= most) {
            LOG.debug("{} has {} connections already", client, count);
            return false;
        }
        counts.put(client, count + 1);
        open.put(socket, client);
        return true;
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        onClosed(channel);
    }

    @Override
    public synchronized void onClosed(SelectableChannel channel) {
        ClientAddress client = open.remove(channel);
        if (client != null) {
            counts.computeIfPresent(client, (unused, count) -> count == 1 ? null : count - 1);
        }
    }

    /** The number of counted connections. */
    synchronized int counted() {
        return open.size();
    }
}
