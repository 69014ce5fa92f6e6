package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Background;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.admin.Query;
import dev.hapax.config.Settings;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.campaign.CampaignFields;
import dev.hapax.operations.delivery.CauseMask;
import dev.hapax.operations.delivery.DeliveryFields;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.Quarantined;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.websocket.WsConnectContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Committed events over WebSocket and as server-sent events, and pages of earlier ones. */
public final class EventsPart implements ApiPart {

    private static final int WRITERS = 2;
    private static final int WORKERS = 2;
    private static final int READERS = 3;
    /** Other instances and the brokers may each block one. */
    private static final int REPORTERS = 3;

    private static final List<String> STREAM_QUERY = List.of("from");
    private static final int LARGEST_FROM_CLIENT = 4 * 1024;
    /** The time a disconnected client has to read the reason. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final int mostClients;
    private final Tokens tokens;
    private final Hub hub;
    private final Tail tail;
    private final Thread tailing;
    private final CatchUp catchUp;
    private final Readers readers;
    private final History history;
    private final ExecutorService writers =
            Executors.newFixedThreadPool(WRITERS, Background.threads("hapax-feed-writer"));
    private final ScheduledExecutorService workers;
    private final ScheduledExecutorService reporting;
    private final Reporter reporter;
    private final ClientCloser closer;
    private final Map<String, Subscriber> sockets = new ConcurrentHashMap<>();

    private EventsPart(AdminContext context, Function<Quarantined, Case.Summary> summaries, Masking masking) {
        BinaryOperator<String> identities = masking::identity;
        CampaignFields campaigns = new CampaignFields(masking);
        Settings settings = context.settings();
        KafkaClients clients = new KafkaClients(settings);
        FeedTopics topics = new FeedTopics(settings);
        Decisions decisions = new Decisions(
                identities,
                new Decisions.Reasons(
                        context.currentSources(), !settings.admin().mask().isEmpty()));
        CauseMask causes = new CauseMask(settings.sources(), identities);
        Translation translation = new Translation(
                topics,
                decisions,
                record -> newCase(summaries.apply(record)),
                // The subject stays null: the ledger topic has no artifacts.
                delivery -> (ObjectNode) AdminJson.tree(DeliveryFields.summary(causes.apply(delivery), null)),
                campaign -> (ObjectNode) AdminJson.tree(campaigns.summary(campaign)));
        this.mostClients = settings.admin().maxClients();
        this.tokens = new Tokens(settings);
        this.hub = new Hub(tokens, () -> greeting(context));
        this.workers = context.background().scheduler("hapax-feed", WORKERS);
        this.reporting = context.background().scheduler("hapax-feed-reporter", REPORTERS);
        this.reporter = new Reporter(hub, reporting);
        this.closer = new ClientCloser(hub, writers, workers, GRACE);
        this.tail = new Tail(clients, topics, translation, hub);
        this.tailing = context.background().thread("hapax-feed-tail", tail);
        this.readers = new Readers(clients, READERS);
        this.catchUp = new CatchUp(hub, topics, translation, readers, workers);
        this.history = new History(settings, topics, tokens, readers, decisions);
    }

    /**
     * Starts to follow the topics as soon as a client connects.
     *
     * @param summaries the masked summary of a quarantined record
     */
    public static EventsPart start(
            AdminContext context, Function<Quarantined, Case.Summary> summaries, Masking masking) {
        EventsPart part = new EventsPart(context, summaries, masking);
        part.tailing.start();
        return part;
    }

    /** A new case, or one that was quarantined again: a list item without the owner, which is not known here. */
    private static ObjectNode newCase(Case.Summary summary) {
        Map<String, @Nullable Object> fields = CaseFields.of(Case.of(summary, null));
        fields.remove("owner");
        return (ObjectNode) AdminJson.tree(fields);
    }

    private static String greeting(AdminContext context) {
        String version = EventsPart.class.getPackage().getImplementationVersion();
        return AdminJson.text(AdminJson.object()
                .put("instance", Peers.address(context.peers().self()))
                .put("version", version == null ? "dev" : version)
                .put("state", context.streams().state().name()));
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.ws("/ws", socket -> {
            socket.onConnect(this::connected);
            socket.onClose(closed -> forget(sockets.remove(closed.sessionId())));
            socket.onError(failed -> forget(sockets.remove(failed.sessionId())));
        });
        routes.get("/api/events", this::stream);
        routes.get("/api/alerts", history::alerts);
        routes.get("/api/decisions", history::decisions);
    }

    /** The connected clients, for parts with other events. */
    public Listeners listeners() {
        return reporter;
    }

    private void connected(WsConnectContext context) {
        context.session.setMaxTextMessageSize(LARGEST_FROM_CLIENT);
        context.session.setMaxBinaryMessageSize(LARGEST_FROM_CLIENT);
        Subscriber.ResumePoint from;
        try {
            from = Subscriber.ResumePoint.of(context.queryParam("from"), tokens);
        } catch (IllegalArgumentException e) {
            Wire.CloseReason why = new Wire.CloseReason(Wire.CloseReason.BAD_REQUEST, "from: " + e.getMessage());
            context.closeSession(why.code(), why.brief());
            return;
        }
        Subscriber subscriber = new Subscriber(closer.client(new SocketWire(context.session)), tokens, from);
        if (!hub.add(subscriber, mostClients)) {
            Wire.CloseReason why = new Wire.CloseReason(Wire.CloseReason.TRY_AGAIN_LATER, tooMany());
            context.closeSession(why.code(), why.brief());
            return;
        }
        sockets.put(context.sessionId(), subscriber);
        catchUp.bring(subscriber);
    }

    private void stream(Context context) {
        Query.only(context, STREAM_QUERY);
        String lastSeen = context.header("Last-Event-ID");
        Subscriber.ResumePoint from;
        try {
            from = Subscriber.ResumePoint.of(lastSeen == null ? context.queryParam("from") : lastSeen, tokens);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    400, "Not a token", (lastSeen == null ? "from: " : "Last-Event-ID: ") + e.getMessage());
        }
        if (hub.count() >= mostClients) {
            throw new ProblemException(503, "Too many clients", tooMany());
        }
        context.status(200);
        context.header("Content-Type", "text/event-stream; charset=utf-8");
        context.header("Cache-Control", "no-store");
        // Buffering proxies would delay events.
        context.header("X-Accel-Buffering", "no");
        context.future(() -> streaming(context, from));
    }

    private CompletableFuture<@Nullable Void> streaming(Context context, Subscriber.ResumePoint from) {
        StreamWire wire;
        try {
            wire = StreamWire.of(context);
            Subscriber subscriber = new Subscriber(closer.client(wire), tokens, from);
            if (!hub.add(subscriber, mostClients)) {
                subscriber.client().dismiss(new Wire.CloseReason(Wire.CloseReason.TRY_AGAIN_LATER, tooMany()));
            }
            var unused = wire.ended().whenComplete((nothing, failure) -> forget(subscriber));
            context.res().getOutputStream().setWriteListener(wire);
            catchUp.bring(subscriber);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot open the event stream", e);
        }
        return wire.ended();
    }

    private String tooMany() {
        return mostClients + " clients are connected, the limit of admin.max-clients.";
    }

    private void forget(@Nullable Subscriber subscriber) {
        if (subscriber != null) {
            hub.remove(subscriber.client());
            subscriber.client().dismiss(Wire.CloseReason.stopping());
        }
    }

    @Override
    public void leave() {
        reporting.shutdownNow();
        tail.close();
        hub.dismissAll(Wire.CloseReason.stopping());
        writers.shutdown();
        try {
            writers.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        leave();
        workers.shutdownNow();
        try {
            tailing.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        readers.close();
    }
}
