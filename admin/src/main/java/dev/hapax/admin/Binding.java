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
 * The port of an instance's HTTP server, taken before anything else is started: if it is not to be had that shows at once, and
 * the other instances have to be told the number. Who connects meanwhile waits.
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

    /** @throws IllegalArgumentException when it can't be had; the message says why, and what to do */
    public static Binding of(AdminSettings settings) {
        InetSocketAddress address = new InetSocketAddress(settings.listen(), settings.port());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("admin.listen: " + settings.listen()
                    + " is not known here; give an address of this machine, such as 127.0.0.1");
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
                    "admin.port: " + settings.port() + " on " + settings.listen() + " can't be had (" + e.getMessage()
                            + "); stop what uses it, choose another, or 0 for any that is free",
                    e);
        } catch (IOException e) {
            close(channel);
            throw new IllegalArgumentException(
                    "admin.listen: can't listen on " + settings.listen() + ", port " + settings.port() + " ("
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
            // It was never used.
        }
    }

    public int port() {
        return port;
    }

    /** {@code host:port} by which other instances reach this one, as {@code application.server} has it. */
    public String advertised() {
        String advertised = settings.advertised();
        return advertised == null ? host() + ":" + port : advertised;
    }

    /** The same in its parts. */
    public HostInfo self() {
        HostInfo self = HostInfo.buildFromEndpoint(advertised());
        if (self == null) {
            throw new IllegalStateException(advertised() + " is no host:port");
        }
        return self;
    }

    /** Where a browser on this machine finds the page. */
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
