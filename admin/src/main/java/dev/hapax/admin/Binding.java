package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The port of the HTTP server, bound before anything else starts: a failure shows at once, and other instances need the port
 * number. Clients that connect before the server runs wait.
 */
public final class Binding implements AutoCloseable {

    private static final int WAITING = 256;

    private final AdminSettings settings;
    private final ServerSocketChannel channel;
    private final int port;

    private Binding(AdminSettings settings, ServerSocketChannel channel, int port) {
        this.settings = settings;
        this.channel = channel;
        this.port = port;
    }

    /** @throws IllegalArgumentException if the port is not available; the message has the reason and what to do */
    public static Binding of(AdminSettings settings) {
        InetSocketAddress address = new InetSocketAddress(settings.listen(), settings.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("admin.listen: " + settings.listen()
                    + " is not an address of this machine. Use one, such as 127.0.0.1.");
        }
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, WAITING);
            return new Binding(settings, channel, channel.socket().getLocalPort());
        } catch (BindException e) {
            close(channel);
            throw new IllegalArgumentException(
                    "admin.port: " + settings.port() + " on " + settings.listen() + " is not available ("
                            + e.getMessage()
                            + "). Stop the process that uses it, choose another port, or use 0 for any free one.",
                    e);
        } catch (IOException e) {
            close(channel);
            throw new IllegalArgumentException(
                    "admin.listen: cannot listen on " + settings.listen() + ", port " + settings.port() + " ("
                            + e.getMessage() + ")",
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

    public int port() {
        return port;
    }

    /** The {@code host:port} at which other instances reach this one, as in {@code application.server}. */
    public String advertised() {
        String advertised = settings.advertised();
        return advertised == null ? host() + ":" + port : advertised;
    }

    /** The same in its parts. */
    public HostInfo self() {
        HostInfo self = HostInfo.buildFromEndpoint(advertised());
        if (self == null) {
            throw new IllegalStateException(advertised() + " is not host:port");
        }
        return self;
    }

    /** The address of the dashboard for a browser on this machine. */
    public URI address() {
        return URI.create((settings.tls().on() ? "https://" : "http://") + host() + ":" + port + "/");
    }

    private String host() {
        return settings.listen().contains(":") ? "[" + settings.listen() + "]" : settings.listen();
    }

    ServerSocketChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        close(channel);
    }
}
