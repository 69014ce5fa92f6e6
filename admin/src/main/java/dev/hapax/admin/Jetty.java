package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import io.javalin.config.JettyConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.session.NullSessionCache;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The configuration of Jetty: bounded threads, connections and times, and strict parsing. */
final class Jetty {

    private static final int MOST_THREADS = 48;
    private static final int LEAST_THREADS = 4;
    private static final int THREAD_IDLE_MILLIS = 60_000;
    private static final int IDLE_MILLIS = 30_000;
    /** The idle timeout when there are too many connections. */
    private static final int IDLE_MILLIS_WHEN_CROWDED = 3_000;

    private static final int CONNECTIONS_BESIDE_CLIENTS = 200;
    /** The number of addresses that are needed to use all connections. */
    private static final int MACHINES_THAT_FILL_IT = 2;

    /** The request line and all headers: a token, and the headers of a browser. */
    private static final int LONGEST_HEAD = Query.LONGEST_TOKEN + 8 * 1024;

    private static final int LARGEST_WORD_OF_A_CLIENT = 4 * 1024;
    /** Many events in one system call. */
    private static final int SENT_AT_ONCE = 32 * 1024;

    /**
     * An identity can contain a slash, percent sign or backslash, and is still one segment of a path. Routes are matched against the
     * encoded path and no file is, so these are harmless. Dot segments are rejected.
     */
    private static final UriCompliance PATHS = UriCompliance.RFC3986.with(
            "HAPAX",
            Violation.AMBIGUOUS_PATH_SEPARATOR,
            Violation.AMBIGUOUS_PATH_ENCODING,
            Violation.SUSPICIOUS_PATH_CHARACTERS);

    private final AdminSettings settings;
    private final Binding binding;
    private final Gate gate;
    private final SlowClients slowClients;
    private final ErrorMapping.ProblemPages problems = new ErrorMapping.ProblemPages();
    private final @Nullable KeyStore keyStore;

    /** @throws IllegalArgumentException if the key store cannot be opened */
    Jetty(AdminSettings settings, Binding binding, Gate gate, SlowClients slowClients) {
        this.settings = settings;
        this.binding = binding;
        this.gate = gate;
        this.slowClients = slowClients;
        this.keyStore = keyStore(settings.tls());
    }

    void configure(JettyConfig jetty) {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS, THREAD_IDLE_MILLIS);
        threads.setName("admin");
        threads.setDaemon(true);
        jetty.threadPool = threads;
        jetty.modifyServer(server -> {
            // It would disconnect event clients when threads are scarce.
            server.removeBean(server.getBean(LowResourceMonitor.class));
            server.insertHandler(gate);
            server.setErrorHandler(problems);
        });
        jetty.modifyServletContextHandler(handler -> {
            handler.setErrorHandler(problems);
            keepNoSessions(handler.getSessionHandler());
        });
        jetty.modifyHttpConfiguration(Jetty::strictly);
        jetty.modifyWebSocketServletFactory(factory -> {
            factory.setMaxTextMessageSize(LARGEST_WORD_OF_A_CLIENT);
            factory.setMaxBinaryMessageSize(LARGEST_WORD_OF_A_CLIENT);
            factory.setOutputBufferSize(SENT_AT_ONCE);
        });
        jetty.addConnector(this::connector);
    }

    /** Otherwise every WebSocket would create a session and keep it. */
    private static void keepNoSessions(SessionHandler sessions) {
        NullSessionCache none = new NullSessionCache(sessions);
        none.setSessionDataStore(new NullSessionDataStore());
        sessions.setSessionCache(none);
        sessions.setUsingCookies(false);
    }

    private static void strictly(HttpConfiguration http) {
        http.setUriCompliance(PATHS);
        http.setRequestHeaderSize(LONGEST_HEAD);
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
    }

    private ServerConnector connector(Server server, HttpConfiguration http) {
        ServerConnector connector = new ServerConnector(server, 1, 1, factories(http));
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.addBean(slowClients);
        int most = settings.maxClients() + CONNECTIONS_BESIDE_CLIENTS;
        connector.addBean(new FairShare(most / MACHINES_THAT_FILL_IT));
        NetworkConnectionLimit limit = new NetworkConnectionLimit(most, connector);
        limit.setEndPointIdleTimeout(IDLE_MILLIS_WHEN_CROWDED);
        server.addBean(limit);
        try {
            connector.open(binding.channel());
        } catch (IOException e) {
            throw new UncheckedIOException("The HTTP server has no port", e);
        }
        return connector;
    }

    private ConnectionFactory[] factories(HttpConfiguration http) {
        if (keyStore == null) {
            return new ConnectionFactory[] {new HttpConnectionFactory(http)};
        }
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStore(keyStore);
        tls.setKeyStorePassword(settings.tls().keyStorePassword());
        tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        HttpConfiguration https = new HttpConfiguration(http);
        // The client checks whether name and certificate match.
        https.addCustomizer(new SecureRequestCustomizer(false));
        return new ConnectionFactory[] {
            new SslConnectionFactory(tls, HttpVersion.HTTP_1_1.asString()), new HttpConnectionFactory(https)
        };
    }

    private static @Nullable KeyStore keyStore(AdminSettings.Tls tls) {
        Path file = tls.keyStore();
        String password = tls.keyStorePassword();
        if (file == null || password == null) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore keyStore = KeyStore.getInstance(tls.keyStoreType());
            keyStore.load(in, password.toCharArray());
            return keyStore;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "admin.tls.key-store: " + file + " cannot be opened as " + tls.keyStoreType() + " with the password"
                            + " given (" + e.getMessage() + "); check admin.tls",
                    e);
        }
    }
}
