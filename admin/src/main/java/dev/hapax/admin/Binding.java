package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The port of the HTTP server, bound before anything else starts: a failure shows at once, and other instances need the port
 * number. Clients that connect before the server runs wait.
 */
public final class Binding implements AutoCloseable {

    private final AdminSettings settings;
    private final BoundPort bound;

    private Binding(AdminSettings settings, BoundPort bound) {
        this.settings = settings;
        this.bound = bound;
    }

    /** @throws IllegalArgumentException if the port is not available; the message has the reason and what to do */
    public static Binding of(AdminSettings settings) {
        return new Binding(settings, BoundPort.of("admin", settings.listen(), settings.port()));
    }

    public int port() {
        return bound.port();
    }

    /** The {@code host:port} at which other instances reach this one, as in {@code application.server}. */
    public String advertised() {
        String advertised = settings.advertised();
        return advertised == null ? bound.host() + ":" + port() : advertised;
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
        return URI.create((settings.tls().on() ? "https://" : "http://") + bound.host() + ":" + port() + "/");
    }

    ServerSocketChannel channel() {
        return bound.channel();
    }

    @Override
    public void close() {
        bound.close();
    }
}
