package dev.hapax.admin.unsubscribe;

import dev.hapax.admin.Background;
import dev.hapax.admin.BoundPort;
import dev.hapax.admin.FairShare;
import dev.hapax.admin.RateLimit;
import dev.hapax.admin.SlowClients;
import dev.hapax.config.CampaignSettings;
import dev.hapax.config.Settings;
import dev.hapax.meters.Meters;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.delivery.OptOutWriter;
import dev.hapax.rendering.UnsubscribeLinks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server for links to unsubscribe. It listens from start to close, on a port of its own. */
public final class UnsubscribeServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UnsubscribeServer.class);
    private static final String NAME = "unsubscribe";

    /** Mail providers send the requests of many recipients from one address. */
    private static final int REQUESTS_PER_SECOND = 50;

    private static final int MOST_CLIENTS = 10_000;
    private static final int MOST_CONNECTIONS = 500;
    private static final int MOST_THREADS = 16;
    private static final int LEAST_THREADS = 2;
    private static final int THREAD_IDLE_MILLIS = 60_000;
    private static final int IDLE_MILLIS = 30_000;
    private static final int IDLE_MILLIS_WHEN_CROWDED = 3_000;
    /** The request line and all headers: a token has at most 2 KiB. */
    private static final int LONGEST_HEAD = 8 * 1024;

    private final BoundPort port;
    private final Server server;
    private final ServerConnector connector;
    private final SlowClients slowClients;
    private final OptOutWriter writer;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * How long others may take.
     *
     * @param client to send a request
     * @param brokers to take an opt-out
     */
    record Patience(Duration client, Duration brokers) {

        static final Patience USUAL = new Patience(Duration.ofSeconds(10), Duration.ofSeconds(8));
    }

    private UnsubscribeServer(
            BoundPort port, Server server, ServerConnector connector, SlowClients slowClients, OptOutWriter writer) {
        this.port = port;
        this.server = server;
        this.connector = connector;
        this.slowClients = slowClients;
        this.writer = writer;
    }

    /**
     * The port of the configuration; null where it has none.
     *
     * @throws IllegalArgumentException if the port is not available; the message has the reason and what to do
     */
    public static @Nullable BoundPort bind(Settings settings) {
        CampaignSettings.Unsubscribe links = settings.campaign().unsubscribe();
        Integer port = links == null ? null : links.port();
        return links == null || port == null ? null : BoundPort.of("campaign.unsubscribe", links.listen(), port);
    }

    /**
     * Starts listening.
     *
     * @throws OperationException when the configuration has no channel
     */
    public static UnsubscribeServer start(
            BoundPort port, Settings settings, Meters meters, Background background, Clock clock) {
        OptOutWriter writer = new OptOutWriter(new KafkaClients(settings), clock, Patience.USUAL.brokers());
        return start(port, settings, writer, meters, background, Patience.USUAL);
    }

    static UnsubscribeServer start(
            BoundPort port,
            Settings settings,
            OptOutWriter writer,
            Meters meters,
            Background background,
            Patience patience) {
        CampaignSettings.Unsubscribe links = settings.campaign().unsubscribe();
        UnsubscribeLinks tokens = UnsubscribeLinks.of(links);
        if (links == null || tokens == null) {
            throw new IllegalArgumentException("campaign.unsubscribe: must be set");
        }
        SlowClients slowClients = new SlowClients(NAME, patience.client(), background);
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS, THREAD_IDLE_MILLIS);
        threads.setName(NAME);
        threads.setDaemon(true);
        Server server = new Server(threads, new ScheduledExecutorScheduler(NAME + "-timer", true), null);
        UnsubscribeHandler.Bounds bounds = new UnsubscribeHandler.Bounds(
                new RequestClient(links.proxies()),
                new RateLimit(REQUESTS_PER_SECOND, MOST_CLIENTS, System::nanoTime),
                slowClients);
        UnsubscribeHandler.Reports reports = new UnsubscribeHandler.Reports(meters, port.host() + ":" + port.port());
        server.setHandler(
                new GracefulHandler(new UnsubscribeHandler(tokens, prefix(links.url()), writer, bounds, reports)));
        server.setErrorHandler(new PlainPages());
        server.setStopTimeout(patience.brokers().toMillis());
        ServerConnector connector = connector(server, slowClients, port);
        UnsubscribeServer started = new UnsubscribeServer(port, server, connector, slowClients, writer);
        try {
            server.start();
        } catch (Exception e) {
            started.close();
            throw new IllegalStateException("the server for links to unsubscribe could not be started", e);
        }
        slowClients.start();
        background.watch("the listener for links to unsubscribe", started::whyDead);
        LOG.info("Links to unsubscribe: {} leads to http://{}:{}/", links.url(), port.host(), port.port());
        return started;
    }

    private static ServerConnector connector(Server server, SlowClients slowClients, BoundPort port) {
        HttpConfiguration http = new HttpConfiguration();
        http.setRequestHeaderSize(LONGEST_HEAD);
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.addBean(slowClients);
        connector.addBean(new FairShare(MOST_CONNECTIONS / 2));
        NetworkConnectionLimit limit = new NetworkConnectionLimit(MOST_CONNECTIONS, connector);
        limit.setEndPointIdleTimeout(IDLE_MILLIS_WHEN_CROWDED);
        server.addBean(limit);
        server.addConnector(connector);
        try {
            connector.open(port.channel());
        } catch (IOException e) {
            throw new UncheckedIOException("the server for links to unsubscribe has no port", e);
        }
        return connector;
    }

    /** The path of the links, with a slash in front and none behind. */
    private static String prefix(String url) {
        String path = URI.create(url).getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private @Nullable String whyDead() {
        return closed.get() || (server.isRunning() && connector.isRunning() && connector.isOpen())
                ? null
                : "it no longer listens on port " + port.port();
    }

    /** Its address on this machine, without a token. */
    public URI address() {
        return URI.create("http://" + port.host() + ":" + port.port() + "/");
    }

    /** Answers the requests that have arrived, and stops. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        slowClients.close();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("The server for links to unsubscribe could not be stopped", e);
        }
        writer.close();
        port.close();
    }

    /** Pages for requests that reach no handler, such as malformed ones. */
    private static final class PlainPages extends ErrorHandler {

        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        @Override
        protected void generateResponse(
                Request request,
                Response response,
                int code,
                @Nullable String message,
                @Nullable Throwable cause,
                Callback callback) {
            UnsubscribePage.putHeaders(response.getHeaders());
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, UnsubscribePage.TYPE);
            if (code == 503) {
                response.getHeaders().put(HttpHeader.RETRY_AFTER, UnsubscribeHandler.RETRY_AFTER);
            }
            response.write(true, ByteBuffer.wrap(UnsubscribePage.failed(code)), callback);
        }
    }
}
