package dev.hapax.admin;

import dev.hapax.admin.feed.EventsPart;
import dev.hapax.admin.page.DashboardPart;
import dev.hapax.admin.page.OpenApiPart;
import dev.hapax.admin.stats.StatsPart;
import dev.hapax.admin.status.CatalogPart;
import dev.hapax.admin.status.GroupLag;
import dev.hapax.admin.status.MonitoringPart;
import dev.hapax.admin.status.Readiness;
import dev.hapax.admin.status.StatusPart;
import dev.hapax.admin.status.TopologyPart;
import dev.hapax.admin.work.CaseView;
import dev.hapax.admin.work.OperatorsPart;
import dev.hapax.config.AdminSettings;
import dev.hapax.masking.Masking;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.json.JavalinJackson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of an instance. It listens from start to close, and closes its parts. */
public final class AdminServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final int MOST_ADDRESSES = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Binding binding;
    private final List<ApiPart> parts;
    private final SlowClients slowClients;
    private final Javalin javalin;
    private final AtomicBoolean closed = new AtomicBoolean();

    private AdminServer(Binding binding, List<ApiPart> parts, SlowClients slowClients, Javalin javalin) {
        this.binding = binding;
        this.parts = parts;
        this.slowClients = slowClients;
        this.javalin = javalin;
    }

    /** Starts listening. */
    public static AdminServer start(Binding binding, AdminContext context, AdminContext.Startup startup) {
        return start(binding, context, parts(context, startup), PATIENCE);
    }

    /** All parts of the HTTP API, without the dashboard. */
    static List<ApiPart> parts(AdminContext context, AdminContext.Startup startup) {
        Readiness readiness = new Readiness(context.streams()::state, startup.restoring(), context.background());
        GroupLag lag = new GroupLag(context.settings(), context.streams());
        Masking masking = new Masking(context.settings());
        EventsPart events = EventsPart.start(context, new CaseView(masking)::summary, masking);
        Listeners listeners = events.listeners();
        List<ApiPart> parts = new ArrayList<>();
        // Closed first: after that, no other part is queried for events.
        parts.add(events);
        parts.add(new MonitoringPart(readiness, context.meters()));
        parts.add(StatusPart.start(context, startup, readiness, lag, listeners));
        parts.add(new TopologyPart(startup.topology()));
        parts.add(routes -> routes.get("/api/config", Query.none(request -> request.json(startup.shown()))));
        parts.add(new CatalogPart());
        parts.add(StatsPart.start(context, listeners, lag::total, readiness::ready));
        parts.add(OperatorsPart.start(context, masking, listeners));
        return parts;
    }

    /** @param patience how long a client may take to send a request */
    static AdminServer start(Binding binding, AdminContext context, List<ApiPart> routes, Duration patience) {
        AdminSettings settings = context.settings().admin();
        SlowClients slowClients = new SlowClients("admin", patience, context.background());
        try {
            DashboardPart dashboard = DashboardPart.load();
            List<ApiPart> parts = new ArrayList<>(routes);
            parts.add(new OpenApiPart());
            parts.add(dashboard);
            Gate gate = new Gate(
                    settings,
                    binding.self(),
                    new RateLimit(settings.requestsPerSecond(), MOST_ADDRESSES, System::nanoTime),
                    slowClients,
                    new WrongTokens(context.meters(), System::nanoTime, LOG::warn),
                    dashboard::has,
                    context.clock());
            Jetty jetty = new Jetty(settings, binding, gate, slowClients);
            Javalin javalin = Javalin.create(config -> {
                plain(config, settings);
                jetty.configure(config.jetty);
                ErrorMapping.addTo(config);
                config.routes.before(AdminServer::readWhole);
                parts.forEach(part -> part.addTo(config.routes));
            });
            javalin.start();
            slowClients.start();
            AdminServer server = new AdminServer(binding, parts, slowClients, javalin);
            server.announce(settings);
            return server;
        } catch (RuntimeException e) {
            slowClients.close();
            routes.forEach(part -> quietly(part::close));
            throw e;
        }
    }

    private static void plain(JavalinConfig config, AdminSettings settings) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.defaultContentType = "application/json";
        config.http.prefer405over404 = true;
        // For bodies without a length; the gate checks the others.
        config.http.maxRequestSize = settings.maxRequestBytes();
        config.jsonMapper(new JavalinJackson(AdminJson.mapper(), false));
    }

    /**
     * Reads the body even if no route does: Jetty closes a connection with an unread body after the response, and a client that
     * reuses it loses its next request.
     */
    private static void readWhole(Context request) {
        if (request.req().getContentLengthLong() != 0) {
            request.bodyAsBytes();
        }
    }

    private void announce(AdminSettings settings) {
        LOG.info("Dashboard, API and metrics: {}", binding.address());
        if (!settings.onLoopback()) {
            LOG.warn(
                    "Reachable from other machines on {}, port {}. /health and the files of the dashboard need no token;"
                            + " everything else requires admin.token{}",
                    settings.listen(),
                    binding.port(),
                    settings.tls().on() ? "" : ". Without admin.tls, the token is sent in plain text");
        }
    }

    public Binding binding() {
        return binding;
    }

    /** Method and path of every route, such as {@code GET /api/status}. */
    SortedSet<String> routes() {
        SortedSet<String> routes = new TreeSet<>();
        javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .filter(route -> route.endpoint.method.isHttpMethod())
                .forEach(route -> routes.add(route.endpoint.method.name() + " " + route.endpoint.path));
        javalin.unsafe.internalRouter.allWsHandlers().forEach(route -> routes.add("GET " + route.getPath()));
        return routes;
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        slowClients.close();
        parts.forEach(part -> quietly(part::leave));
        quietly(javalin::stop);
        parts.forEach(part -> quietly(part::close));
        binding.close();
    }

    private static void quietly(Runnable end) {
        try {
            end.run();
        } catch (RuntimeException e) {
            LOG.warn("A part of the HTTP server could not be closed", e);
        }
    }
}
