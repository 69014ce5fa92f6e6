package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.Json;
import dev.hapax.admin.Kind;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Part;
import dev.hapax.intake.Formats;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.replay.Forecast;
import dev.hapax.operations.replay.ReplayFields;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.Replays;
import dev.hapax.operations.replay.Request;
import dev.hapax.operations.replay.Stretch;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /api/replays}: what was given again, and giving more. */
final class ReplayPart implements Part {

    private static final String ONE = "/api/replays/{id}";
    private static final Duration CALM = Duration.ofSeconds(2);

    private final AdminContext context;
    private final ReadingRoom room;
    private final ReplayRunner runner = new ReplayRunner();
    private @Nullable Replays replays;

    private ReplayPart(AdminContext context, ReadingRoom room) {
        this.context = context;
        this.room = room;
    }

    /**
     * Begins to tell how far replays are.
     *
     * @param room is closed by whoever opened it
     */
    static ReplayPart start(AdminContext context, ReadingRoom room, Listeners listeners) {
        ReplayPart part = new ReplayPart(context, room);
        ReplayNews news = new ReplayNews(wanted -> part.replays().list(wanted), context.clock());
        listeners.report(Kind.REPLAYS, CALM, () -> part.items(news.now()));
        return part;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/replays", Telling.of(this::list));
        routes.get(ONE, Telling.of(this::status));
        routes.post("/api/replays", Telling.of(this::start));
        routes.post(ONE + "/resume", Telling.of(this::resume));
        routes.post(ONE + "/cancel", Telling.of(this::cancel));
    }

    /** Made when it is first asked for: most instances are never asked. */
    private synchronized Replays replays() {
        if (replays == null) {
            replays = new Replays(context.settings(), Formats.load(), context.sources(), context.clock());
        }
        return replays;
    }

    private void list(Context request) {
        List<ReplayStatus> all = room.read(request, progress -> replays().list());
        request.contentType("application/json").result(items(all));
    }

    private String items(List<ReplayStatus> replays) {
        return Json.text(Map.of("items", replays.stream().map(this::fields).toList()));
    }

    private void status(Context request) {
        String id = request.pathParam("id");
        request.json(fields(room.read(request, progress -> replays().status(id))));
    }

    private Map<String, @Nullable Object> fields(ReplayStatus status) {
        Map<String, @Nullable Object> fields = ReplayFields.of(status);
        fields.put("runsHere", status.plan().id().equals(runner.running()));
        return fields;
    }

    private void start(Context request) {
        String actor = context.access().writer(request);
        ReplayWords words = ReplayWords.of(
                Requests.body(request, ReplayWords.FIELDS), context.clock().instant());
        if (!words.execute()) {
            Forecast forecast = room.read(request, progress -> {
                Stretch stretch = replays().resolve(words.topic(), words.selection());
                return replays().forecast(stretch, words.where(), progress);
            });
            request.json(ReplayFields.of(forecast));
            return;
        }
        Stretch stretch = room.read(request, progress -> replays().resolve(words.topic(), words.selection()));
        if (stretch.isEmpty()) {
            throw new OperationException("there is nothing in that range of " + words.topic());
        }
        Request wanted =
                new Request(stretch, words.where(), words.rate(), words.suppressAlerts(), actor, words.reason());
        ReplayStatus begun = runner.start(() -> replays().begin(wanted), status -> words.rate());
        Audit.changed("replay", actor, words.topic(), "begun as " + begun.plan().id());
        request.status(202).json(with(begun, "replay resume", actor));
    }

    private void resume(Context request) {
        String actor = context.access().writer(request);
        String id = request.pathParam("id");
        JsonNode body = Requests.body(request, "rate");
        boolean said = body.hasNonNull("rate");
        int rate = ReplayWords.rate(body);
        ReplayStatus begun = runner.start(
                () -> replays().resume(id, actor),
                status -> said ? rate : status.plan().rate());
        Audit.changed("resume", actor, id, "goes on after " + begun.counts().sent());
        request.status(202).json(with(begun, "replay resume", actor));
    }

    private void cancel(Context request) {
        String actor = context.access().writer(request);
        Requests.body(request);
        String id = request.pathParam("id");
        ReplayStatus status = replays().cancel(id, actor);
        Audit.changed("cancel", actor, id, status.state().toString());
        request.json(with(status, "replay cancel", actor));
    }

    private Map<String, @Nullable Object> with(ReplayStatus status, String command, String actor) {
        Map<String, @Nullable Object> fields = fields(status);
        fields.put(
                "command",
                new CommandLine(command)
                        .with(status.plan().id())
                        .with("--as", actor)
                        .toString());
        return fields;
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
}
