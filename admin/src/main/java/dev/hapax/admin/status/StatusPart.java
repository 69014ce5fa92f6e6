package dev.hapax.admin.status;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.EventKind;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.admin.Query;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** The status of the instance and its group. */
public final class StatusPart implements ApiPart {

    private static final Duration CALM = Duration.ofSeconds(2);
    private static final List<String> QUERY = List.of("scope");

    private final AdminContext context;
    private final AdminContext.Startup startup;
    private final Readiness readiness;
    private final GroupLag lag;
    private final GroupMembers group;
    private final InstanceDirectory instances;

    private StatusPart(AdminContext context, AdminContext.Startup startup, Readiness readiness, GroupLag lag) {
        this.context = context;
        this.startup = startup;
        this.readiness = readiness;
        this.lag = lag;
        this.group = new GroupMembers(
                context.streams(), context.peers().self(), context.settings().applicationId(), startup.topology());
        this.instances = new InstanceDirectory(context.peers(), this::ofItself);
    }

    /** @param listeners the clients that get changes */
    public static StatusPart start(
            AdminContext context,
            AdminContext.Startup startup,
            Readiness readiness,
            GroupLag lag,
            Listeners listeners) {
        StatusPart part = new StatusPart(context, startup, readiness, lag);
        listeners.report(EventKind.GROUP, CALM, () -> AdminJson.text(part.status(lag.knownByPartition())));
        return part;
    }

    record Status(
            String application,
            String instance,
            String version,
            String kafka,
            String java,
            String state,
            boolean ready,
            String started,
            List<GroupMembers.StreamThread> threads,
            List<GroupMembers.Task> tasks,
            Lag lag,
            Restore restore,
            List<InstanceDirectory.Known> instances,
            boolean writes) {}

    /** @param total null if unknown */
    record Lag(@Nullable Long total, List<PartitionLag> partitions) {

        static Lag of(Optional<SortedMap<TopicPartition, Long>> lags) {
            return lags.map(known -> new Lag(
                            known.values().stream().mapToLong(Long::longValue).sum(),
                            known.entrySet().stream()
                                    .map(entry ->
                                            new PartitionLag(entry.getKey().toString(), entry.getValue()))
                                    .toList()))
                    .orElseGet(() -> new Lag(null, List.of()));
        }
    }

    record PartitionLag(String partition, long lag) {}

    /** The version by which messages of a source are decided; it changes when an operator applies other rules. */
    record DecidesBy(String source, String version) {}

    record Restore(boolean running, List<RestoreProgress.Restored> stores) {}

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/status", this::answer);
    }

    private void answer(Context request) {
        Query.only(request, QUERY);
        String scope = request.queryParam("scope");
        if (scope == null || scope.equals("group")) {
            request.json(status(lag.byPartition()));
        } else if (scope.equals("instance")) {
            request.json(ofItself());
        } else {
            throw new ProblemException(400, "Bad parameter", "scope: '" + scope + "' must be group or instance.");
        }
    }

    /** Without queries to brokers or other instances, because those request it every second. */
    private InstanceDirectory.Known ofItself() {
        return new InstanceDirectory.Known(
                Peers.address(context.peers().self()),
                true,
                readiness.state().name(),
                startup.version(),
                AdminJson.tree(group.threads()),
                AdminJson.tree(restore()),
                AdminJson.tree(decidesBy()));
    }

    private List<DecidesBy> decidesBy() {
        return context.sources().all().stream()
                .map(source -> new DecidesBy(source.name(), source.version()))
                .toList();
    }

    private Restore restore() {
        List<RestoreProgress.Restored> stores = startup.restoring().stores();
        return new Restore(!stores.isEmpty(), stores);
    }

    private Status status(Optional<SortedMap<TopicPartition, Long>> lags) {
        return new Status(
                context.settings().applicationId(),
                Peers.address(context.peers().self()),
                startup.version(),
                AppInfoParser.getVersion(),
                Runtime.version().toString(),
                readiness.state().name(),
                readiness.ready(),
                startup.at().toString(),
                group.threads(),
                group.tasks(),
                Lag.of(lags),
                restore(),
                instances.all(),
                context.settings().admin().token() != null);
    }

    @Override
    public void close() {
        instances.close();
        lag.close();
    }
}
