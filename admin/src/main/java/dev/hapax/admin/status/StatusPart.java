package dev.hapax.admin.status;

import dev.hapax.admin.AdminContext;
import dev.hapax.admin.Json;
import dev.hapax.admin.Kind;
import dev.hapax.admin.Listeners;
import dev.hapax.admin.Part;
import dev.hapax.admin.Peers;
import dev.hapax.admin.Query;
import dev.hapax.admin.Startup;
import io.javalin.config.RoutesConfig;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** How the instance and its group are, all at once. */
public final class StatusPart implements Part {

    private static final Duration CALM = Duration.ofSeconds(2);

    private final AdminContext context;
    private final Startup startup;
    private final Readiness readiness;
    private final GroupLag lag;
    private final Group group;
    private final Instances instances;

    private StatusPart(AdminContext context, Startup startup, Readiness readiness, GroupLag lag) {
        this.context = context;
        this.startup = startup;
        this.readiness = readiness;
        this.lag = lag;
        this.group = new Group(
                context.streams(), context.peers().self(), context.settings().applicationId(), startup.topology());
        this.instances = new Instances(context.peers(), () -> readiness.state().name());
    }

    /** @param listeners who are told when something has changed */
    public static StatusPart start(
            AdminContext context, Startup startup, Readiness readiness, GroupLag lag, Listeners listeners) {
        StatusPart part = new StatusPart(context, startup, readiness, lag);
        listeners.report(Kind.GROUP, CALM, () -> Json.text(part.status()));
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
            List<Group.StreamThread> threads,
            List<Group.Task> tasks,
            Lag lag,
            Restore restore,
            List<Instances.Known> instances,
            boolean writes) {}

    /** @param total null when the brokers don't say */
    record Lag(@Nullable Long total, List<PartitionLag> partitions) {}

    record PartitionLag(String partition, long lag) {}

    record Restore(boolean running, List<Restoring.Restored> stores) {}

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/status", Query.none(request -> request.json(status())));
    }

    private Status status() {
        List<Restoring.Restored> stores = startup.restoring().stores();
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
                lag(),
                new Restore(!stores.isEmpty(), stores),
                instances.all(),
                context.settings().admin().token() != null);
    }

    private Lag lag() {
        SortedMap<TopicPartition, Long> known = lag.byPartition().orElse(null);
        if (known == null) {
            return new Lag(null, List.of());
        }
        return new Lag(
                known.values().stream().mapToLong(Long::longValue).sum(),
                known.entrySet().stream()
                        .map(entry -> new PartitionLag(entry.getKey().toString(), entry.getValue()))
                        .toList());
    }

    @Override
    public void close() {
        instances.close();
        lag.close();
    }
}
