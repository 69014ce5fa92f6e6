package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.ProblemException;
import dev.hapax.operations.Moment;
import dev.hapax.operations.replay.Bound;
import dev.hapax.operations.replay.ReplayRange;
import dev.hapax.operations.replay.Replays;
import dev.hapax.operations.replay.Where;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

    /**
     * The start or end of a replay, from a request.
     *
     * @param option the option of the command line; null if none is needed
     * @param words its value; null for an option without a value
     */
    record ReplayBound(
            Bound bound, @Nullable String option, @Nullable String words) {

        private static final Pattern OFFSETS = Pattern.compile("[0-9][0-9:, ]*");
        private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

        static ReplayBound from(JsonNode from, Instant now) {
            if (from.isObject() && from.size() == 1) {
                String word = from.fieldNames().next();
                return named(word, from.path(word), now);
            }
            if (from.isIntegralNumber() || from.isTextual()) {
                String text = from.asText().strip();
                if (text.equals("earliest")) {
                    return new ReplayBound(new Bound.Edge(), "--to-earliest", null);
                }
                return OFFSETS.matcher(text).matches()
                        ? new ReplayBound(Bound.offsets("from", text), "--from-offset", text)
                        : new ReplayBound(new Bound.Time(Moment.parse("from", text, now)), "--from-datetime", text);
            }
            throw beginning();
        }

        private static ReplayBound named(String word, JsonNode said, Instant now) {
            String text =
                    said.isIntegralNumber() || said.isTextual() ? said.asText().strip() : "";
            return switch (word) {
                case "offset" -> new ReplayBound(Bound.offsets("from.offset", text), "--from-offset", text);
                case "datetime" ->
                    new ReplayBound(new Bound.Time(Moment.parse("from.datetime", text, now)), "--from-datetime", text);
                case "duration" -> new ReplayBound(Bound.ago("from.duration", text, now), "--by-duration", text);
                case "shiftBy" -> new ReplayBound(Bound.back("from.shiftBy", number(text)), "--shift-by", text);
                default -> throw beginning();
            };
        }

        private static long number(String text) {
            if (!NUMBER.matcher(text).matches()) {
                throw Requests.wrong("from.shiftBy: must be a negative number, such as -100.");
            }
            return Long.parseLong(text);
        }

        private static ProblemException beginning() {
            return Requests.wrong("from: must be earliest, an offset (4711, or 0:4711,2:0 by partition), a timestamp"
                    + " (2026-05-05T16:00:00Z), a duration before now (PT1H, 1h), or {\"shiftBy\":-100} for the last offsets"
                    + " before the committed ones.");
        }

        static ReplayBound to(JsonNode to, Instant now) {
            if (to.isMissingNode() || to.isNull()) {
                return new ReplayBound(new Bound.Edge(), null, null);
            }
            JsonNode offset = to.path("offset");
            JsonNode time = to.path("datetime");
            if (to.isObject() && to.size() == 1 && !(offset.isMissingNode() && time.isMissingNode())) {
                return time.isMissingNode()
                        ? end("to.offset", offset.asText())
                        : end("to.datetime", time.asText(), now);
            }
            if (to.isIntegralNumber() || to.isTextual()) {
                String text = to.asText().strip();
                if (text.equals("latest")) {
                    return new ReplayBound(new Bound.Edge(), null, null);
                }
                return OFFSETS.matcher(text).matches() ? end("to", text) : end("to", text, now);
            }
            throw Requests.wrong("to: must be latest, an offset (4711, or 0:4711,2:0 by partition) or a timestamp.");
        }

        private static ReplayBound end(String field, String offsets) {
            return new ReplayBound(Bound.offsets(field, offsets), "--to-offset", offsets);
        }

        private static ReplayBound end(String field, String time, Instant now) {
            return new ReplayBound(new Bound.Time(Moment.parse(field, time, now)), "--to-datetime", time);
        }

        void addTo(CommandLine command) {
            if (option != null && words == null) {
                command.with(option, true);
            } else if (option != null) {
                command.with(option, words);
            }
        }
    }
}
