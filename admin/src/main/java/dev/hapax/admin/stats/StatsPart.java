package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Aged;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Background;
import dev.hapax.admin.EventKind;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.ProblemException;
import dev.hapax.admin.Query;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The numbers of an instance and its group, on request and every second as an event. */
public final class StatsPart implements ApiPart {

    private static final Logger LOG = LoggerFactory.getLogger(StatsPart.class);

    private static final int MOST_ASKERS = 8;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration CALM = Duration.ofSeconds(2);
    private static final List<String> QUERY = List.of("scope", "series");
    private static final List<String> BREAKDOWN =
            List.of("instances", "missing", "sources", "guard", "quarantinedByReason", "decisionsByLabel");

    private final KafkaStreams streams;
    private final Clock clock;
    private final Supplier<Optional<Aged<Long>>> lag;
    private final BooleanSupplier ready;
    private final InstanceNumbers own;
    private final GroupNumbers group;
    private final ThreadPoolExecutor askers;
    private final ScheduledExecutorService ticker;

    private StatsPart(AdminContext context, Supplier<Optional<Aged<Long>>> lag, BooleanSupplier ready) {
        this.streams = context.streams();
        this.clock = context.clock();
        this.lag = lag;
        this.ready = ready;
        this.own = new InstanceNumbers(
                context.meters(), context.guard(), () -> streams.state().name(), clock);
        this.askers = new ThreadPoolExecutor(
                MOST_ASKERS,
                MOST_ASKERS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Background.threads("hapax-stats-asker"));
        askers.allowCoreThreadTimeOut(true);
        this.group = new GroupNumbers(own, context.peers(), askers);
        this.ticker = context.background().scheduler("hapax-stats", 1);
    }

    /**
     * Starts sampling.
     *
     * @param listeners the clients that get the numbers
     * @param lag the lag of the whole group, without waiting; empty if unknown
     */
    public static StatsPart start(
            AdminContext context, Listeners listeners, Supplier<Optional<Aged<Long>>> lag, BooleanSupplier ready) {
        StatsPart part = new StatsPart(context, lag, ready);
        var unused = part.ticker.scheduleAtFixedRate(part::sample, 1, 1, TimeUnit.SECONDS);
        listeners.report(EventKind.STATS, SECOND, part::brief);
        listeners.report(EventKind.STATE, SECOND, part::state);
        listeners.report(EventKind.BREAKDOWN, CALM, part::breakdown);
        return part;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/stats", this::answer);
    }

    private void answer(Context context) {
        Query.only(context, QUERY);
        String scope = context.queryParam("scope");
        boolean withSeries = !"false".equals(context.queryParam("series"));
        ObjectNode numbers;
        if (scope == null || scope.equals("group")) {
            numbers = group.now(withSeries).numbers();
        } else if (scope.equals("instance")) {
            numbers = own.now(withSeries);
        } else {
            throw new ProblemException(400, "Bad parameter", "scope: '" + scope + "' must be group or instance.");
        }
        context.contentType("application/json").result(AdminJson.text(numbers));
    }

    private String state() {
        ObjectNode state =
                AdminJson.object().put("state", streams.state().name()).put("ready", ready.getAsBoolean());
        ArrayNode instances = state.putArray("instances");
        group.now(false)
                .instances()
                .forEach(known -> instances
                        .addObject()
                        .put("address", known.address())
                        .put("self", known.self())
                        .put("state", known.state()));
        return AdminJson.text(state);
    }

    /** The breakdown event. */
    private String breakdown() {
        JsonNode numbers = group.now(false).numbers();
        ObjectNode breakdown = AdminJson.object();
        for (String part : BREAKDOWN) {
            breakdown.set(part, numbers.path(part));
        }
        return AdminJson.text(breakdown);
    }

    private String brief() {
        return brief(group.now(false).numbers(), clock.instant(), lag.get());
    }

    /** Null if the lag is unknown: zero would be wrong. */
    static String brief(JsonNode numbers, Instant now, Optional<Aged<Long>> lag) {
        ObjectNode brief = AdminJson.object().put("at", now.toString());
        brief.set("totals", numbers.path("totals"));
        brief.set("rates1m", numbers.path("rates").path("1m"));
        brief.set("perSecond", numbers.path("perSecond"));
        brief.set("duplicateRate1m", numbers.path("duplicateRate").path("1m"));
        brief.putObject("guard")
                .put("entries", numbers.path("guard").path("entries").asLong())
                .put("bytes", numbers.path("guard").path("bytes").asLong());
        brief.put("lag", lag.map(Aged::value).orElse(null));
        brief.put("lagAgeSeconds", lag.map(known -> known.age().toSeconds()).orElse(null));
        return AdminJson.text(brief);
    }

    private void sample() {
        try {
            own.sample();
        } catch (RuntimeException | StackOverflowError e) {
            // A task that fails is not scheduled again.
            LOG.warn("The numbers of this second could not be sampled: {}", e.toString());
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        askers.shutdownNow();
    }
}
