package dev.hapax.admin;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/** A port that is bound before anything serves it. Clients that connect meanwhile wait. */
public final class BoundPort implements AutoCloseable {

    private static final int WAITING = 256;

    private final String listen;
    private final ServerSocketChannel channel;
    private final int port;

    private BoundPort(String listen, ServerSocketChannel channel, int port) {
        this.listen = listen;
        this.channel = channel;
        this.port = port;
    }

    /**
     * @param section that has {@code listen} and {@code port}
     * @throws IllegalArgumentException if the port is not available; the message has the reason and what to do
     */
    public static BoundPort of(String section, String listen, int port) {
        InetSocketAddress address = new InetSocketAddress(listen, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(
                    section + ".listen: " + listen + " is not an address of this machine. Use one, such as 127.0.0.1.");
        }
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, WAITING);
            return new BoundPort(listen, channel, channel.socket().getLocalPort());
        } catch (BindException e) {
            close(channel);
            throw new IllegalArgumentException(
                    section + ".port: " + port + " on " + listen + " is not available (" + e.getMessage()
                            + "). Stop the process that uses it, choose another port, or use 0 for any free one.",
                    e);
        } catch (IOException e) {
            close(channel);
            throw new IllegalArgumentException(
                    section + ".listen: cannot listen on " + listen + ", port " + port + " (" + e.getMessage() + ")",
                    e);
        }
    }

    private static void close(@Nullable ServerSocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The channel was never used.
        }
    }

    /** The port that was bound, which is not 0. */
    public int port() {
        return port;
    }

    /** Where it listens, as a URL has it. */
    public String host() {
        return listen.contains(":") ? "[" + listen + "]" : listen;
    }

    public ServerSocketChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        close(channel);
    }
}
