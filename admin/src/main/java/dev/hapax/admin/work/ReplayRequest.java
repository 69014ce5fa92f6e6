package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.Replays;
import dev.hapax.operations.replay.Where;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request to replay a range.
 *
 * @param partitions only these; empty for all
 */
record ReplayRequest(
        String topic,
        ReplayBound from,
        ReplayBound to,
        Set<Integer> partitions,
        Where where,
        int rate,
        boolean suppressAlerts,
        String reason,
        boolean execute) {

    static final String[] FIELDS = {
        "topic", "from", "to", "partitions", "where", "rate", "suppressAlerts", "reason", "execute"
    };

    static ReplayRequest of(JsonNode body, Instant now) {
        String reason = Requests.text(body, "reason");
        return new ReplayRequest(
                Requests.required(body, "topic", "must be the topic of a source."),
                ReplayBound.from(body.path("from"), now),
                ReplayBound.to(body.path("to"), now),
                partitions(body.path("partitions")),
                Where.of(Requests.texts(body, "where", "[\"label=billing-failure\"]")),
                rate(body),
                Requests.flag(body, "suppressAlerts"),
                reason == null ? "" : reason,
                Requests.flag(body, "execute"));
    }

    /** Rejects invalid values: otherwise the whole topic would be replayed. */
    private static Set<Integer> partitions(JsonNode partitions) {
        if (partitions.isMissingNode() || partitions.isNull()) {
            return Set.of();
        }
        Set<Integer> named = new TreeSet<>();
        boolean right = partitions.isArray() && !partitions.isEmpty();
        for (JsonNode partition : partitions) {
            right &= partition.isIntegralNumber() && partition.canConvertToInt() && partition.asInt() >= 0;
            named.add(partition.asInt());
        }
        if (!right) {
            throw Requests.wrong("partitions: must be a list of numbers, such as [0, 2]. Omit it for all.");
        }
        return named;
    }

    /** Messages per second; 0 if absent. */
    static int rate(JsonNode body) {
        @Nullable JsonNode rate = body.get("rate");
        return rate == null || rate.isNull() || rate.asText().equals("0")
                ? 0
                : Replays.Request.rate("rate", rate.asText());
    }

    ReplayRange selection() {
        return new ReplayRange(from.bound(), to.bound(), partitions);
    }

    /** The command line of the same replay or dry run. */
    CommandLine command() {
        CommandLine command = new CommandLine("replay").with("--topic", topic);
        from.addTo(command);
        to.addTo(command);
        command.with("--partitions", partitions.stream().map(Object::toString).collect(Collectors.joining(",")));
        where.texts().forEach(condition -> command.with("--where", condition));
        return command.with("--rate", rate == 0 ? null : Integer.toString(rate))
                .with("--suppress-alerts", suppressAlerts)
                .with("--reason", reason)
                .with("--execute", execute);
    }
}
