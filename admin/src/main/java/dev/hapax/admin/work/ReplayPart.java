package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.EventKind;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Query;
import dev.hapax.intake.Formats;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.ReplayStatus.State;
import dev.hapax.operations.replay.Replays;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code /api/replays}: replays and their progress. */
final class ReplayPart implements ApiPart {

    private static final String ONE = "/api/replays/{id}";
    private static final Duration CALM = Duration.ofSeconds(2);

    private final AdminContext context;
    private final ReaderPool readers;
    private final AuditLog audit;
    private final ReplayRunner runner;
    private @Nullable Replays replays;

    private ReplayPart(AdminContext context, ReaderPool readers) {
        this.context = context;
        this.readers = readers;
        this.audit = new AuditLog(context);
        this.runner = new ReplayRunner(context.meters());
    }

    /**
     * Starts to report the progress of replays.
     *
     * @param readers closed by its owner
     */
    static ReplayPart start(AdminContext context, ReaderPool readers, Listeners listeners) {
        ReplayPart part = new ReplayPart(context, readers);
        OpenReplays news = new OpenReplays(wanted -> part.replays().list(wanted), context.clock());
        listeners.report(EventKind.REPLAYS, CALM, () -> part.items(news.now()));
        return part;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/replays", Query.none(ErrorResponses.of(this::list)));
        routes.get(ONE, Query.none(ErrorResponses.of(this::status)));
        routes.post("/api/replays", audit.of("replay", this::start));
        routes.post(ONE + "/resume", audit.of("replay resume", this::resume));
        routes.post(ONE + "/cancel", audit.of("replay cancel", this::cancel));
    }

    /** Created on first use: most instances never run a replay. */
    private synchronized Replays replays() {
        if (replays == null) {
            replays = new Replays(context.settings(), Formats.load(), context.currentSources(), context.clock());
        }
        return replays;
    }

    private void list(Context request) {
        List<ReplayStatus> all = readers.read(request, progress -> replays().list());
        request.contentType("application/json").result(items(all));
    }

    private String items(List<ReplayStatus> replays) {
        return AdminJson.text(Map.of("items", replays.stream().map(this::fields).toList()));
    }

    private void status(Context request) {
        String id = request.pathParam("id");
        request.json(fields(readers.read(request, progress -> replays().status(id))));
    }

    private Map<String, @Nullable Object> fields(ReplayStatus status) {
        Map<String, @Nullable Object> fields = ReplayFields.of(status);
        fields.put("runsHere", status.plan().id().equals(runner.running()));
        return fields;
    }

    private void start(Context request, AuditLine line) {
        ReplayRequest words = ReplayRequest.of(
                Requests.body(request, ReplayRequest.FIELDS), context.clock().instant());
        line.with("topic", words.topic()).with("reason", words.reason().isEmpty() ? null : words.reason());
        if (!words.execute()) {
            line.with("dryRun", true);
            Forecast forecast = readers.read(request, progress -> {
                ReplayRange.Stretch stretch = replays().resolve(words.topic(), words.selection());
                return replays().forecast(stretch, words.where(), progress);
            });
            request.json(with(ReplayFields.of(forecast), words.command(), line));
            return;
        }
        ReplayRange.Stretch stretch =
                readers.read(request, progress -> replays().resolve(words.topic(), words.selection()));
        if (stretch.isEmpty()) {
            throw new OperationException("the range of " + words.topic() + " is empty");
        }
        Replays.Request wanted = new Replays.Request(
                stretch, words.where(), words.rate(), words.suppressAlerts(), line.actor(), words.reason());
        ReplayStatus begun = runner.start(() -> replays().begin(wanted), status -> words.rate());
        line.with("replay", begun.plan().id()).ended(AuditLine.Result.BEGUN);
        request.status(202).json(with(fields(begun), words.command(), line));
    }

    private void resume(Context request, AuditLine line) {
        String id = request.pathParam("id");
        JsonNode body = Requests.body(request, "rate");
        boolean said = body.hasNonNull("rate");
        int rate = ReplayRequest.rate(body);
        ReplayStatus begun = runner.start(
                () -> replays().resume(id, line.actor()),
                status -> said ? rate : status.plan().rate());
        line.ended(AuditLine.Result.BEGUN);
        CommandLine command =
                new CommandLine("replay resume").about(id).with("--rate", said ? Integer.toString(rate) : null);
        request.status(202).json(with(fields(begun), command, line));
    }

    private void cancel(Context request, AuditLine line) {
        Requests.body(request);
        String id = request.pathParam("id");
        ReplayStatus status = replays().cancel(id, line.actor());
        // A replay that is done does not change.
        line.ended(status.state() == ReplayStatus.State.CANCELLED ? AuditLine.Result.DONE : AuditLine.Result.ALREADY);
        request.json(with(fields(status), new CommandLine("replay cancel").about(id), line));
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> fields, CommandLine command, AuditLine line) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>(fields);
        answer.put("command", command.by(line.actor()).toString());
        return answer;
    }

    @Override
    public void close() {
        runner.close();
        synchronized (this) {
            if (replays != null) {
                replays.close();
                replays = null;
            }
        }
    }

    /**
     * The replays for the event: open ones, and those that ended a moment ago, so that clients see the end. A replay that has ended
     * does not change, and is not read again. Used by one thread at a time.
     */
    static final class OpenReplays {

        private static final Duration A_MOMENT = Duration.ofMinutes(1);

        private final Function<Predicate<String>, List<ReplayStatus>> replays;
        private final Clock clock;
        private final Map<String, ReplayStatus> ended = new HashMap<>();

        /** @param replays reads the replays whose id is accepted */
        OpenReplays(Function<Predicate<String>, List<ReplayStatus>> replays, Clock clock) {
            this.replays = replays;
            this.clock = clock;
        }

        /** The current state, newest first. */
        List<ReplayStatus> now() {
            Set<String> known = new HashSet<>();
            List<ReplayStatus> asked = replays.apply(id -> {
                known.add(id);
                return !ended.containsKey(id);
            });
            ended.keySet().retainAll(known);
            for (ReplayStatus status : asked) {
                if (status.state() != State.OPEN) {
                    ended.put(status.plan().id(), status);
                }
            }
            Instant since = clock.instant().minus(A_MOMENT);
            List<ReplayStatus> news = new ArrayList<>(asked);
            news.removeIf(status -> status.state() != State.OPEN);
            ended.values().stream()
                    .filter(status -> status.movedAt().isAfter(since))
                    .forEach(news::add);
            news.sort(ReplayStatus.NEWEST_FIRST);
            return news;
        }
    }
}
