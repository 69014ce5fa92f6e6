package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.ProblemException;
import dev.hapax.operations.Moment;
import dev.hapax.operations.replay.Bound;
import dev.hapax.operations.replay.BoundWords;
import dev.hapax.operations.replay.Selection;
import dev.hapax.operations.replay.Where;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a replay should give again, as a request says it. */
record ReplayWords(
        String topic,
        Selection selection,
        Where where,
        int rate,
        boolean suppressAlerts,
        String reason,
        boolean execute) {

    static final String[] FIELDS = {
        "topic", "from", "to", "partitions", "where", "rate", "suppressAlerts", "reason", "execute"
    };

    private static final Pattern OFFSETS = Pattern.compile("[0-9][0-9:, ]*");

    static ReplayWords of(JsonNode body, Instant now) {
        String reason = Requests.text(body, "reason");
        return new ReplayWords(
                Requests.required(body, "topic", "must be the topic of one of the sources"),
                new Selection(
                        from(body.path("from"), now), to(body.path("to"), now), partitions(body.path("partitions"))),
                Where.of(texts(body.path("where"), "where")),
                rate(body),
                Requests.flag(body, "suppressAlerts"),
                reason == null ? "" : reason,
                Requests.flag(body, "execute"));
    }

    private static Bound from(JsonNode from, Instant now) {
        if (from.isObject() && from.size() == 1) {
            String word = from.fieldNames().next();
            return named(word, from.path(word), now);
        }
        if (from.isIntegralNumber() || from.isTextual()) {
            String text = from.asText().strip();
            if (text.equals("earliest")) {
                return new Bound.Edge();
            }
            if (OFFSETS.matcher(text).matches()) {
                return BoundWords.offsets("from", text);
            }
            return new Bound.Time(Moment.parse("from", text, now));
        }
        throw beginning();
    }

    private static Bound named(String word, JsonNode said, Instant now) {
        return switch (word) {
            case "offset" -> BoundWords.offsets("from.offset", said.asText());
            case "datetime" -> new Bound.Time(Moment.parse("from.datetime", said.asText(), now));
            case "duration" -> BoundWords.ago("from.duration", said.asText(), now);
            case "shiftBy" -> BoundWords.back("from.shiftBy", said.asLong());
            default -> throw beginning();
        };
    }

    private static ProblemException beginning() {
        return Requests.wrong("from: say where to begin: earliest, an offset (4711, or 0:4711,2:0 by partition), a time"
                + " (2026-05-05T16:00:00Z), how long ago (PT1H, 1h), or {\"shiftBy\":-100} for the last offsets before"
                + " what is committed");
    }

    private static Bound to(JsonNode to, Instant now) {
        if (to.isMissingNode() || to.isNull()) {
            return new Bound.Edge();
        }
        JsonNode offset = to.path("offset");
        JsonNode time = to.path("datetime");
        if (to.isObject() && to.size() == 1 && !(offset.isMissingNode() && time.isMissingNode())) {
            return time.isMissingNode()
                    ? BoundWords.offsets("to.offset", offset.asText())
                    : new Bound.Time(Moment.parse("to.datetime", time.asText(), now));
        }
        if (to.isIntegralNumber() || to.isTextual()) {
            String text = to.asText().strip();
            if (text.equals("latest")) {
                return new Bound.Edge();
            }
            return OFFSETS.matcher(text).matches()
                    ? BoundWords.offsets("to", text)
                    : new Bound.Time(Moment.parse("to", text, now));
        }
        throw Requests.wrong("to: say where to end: latest, an offset (4711, or 0:4711,2:0 by partition) or a time");
    }

    private static Set<Integer> partitions(JsonNode partitions) {
        Set<Integer> named = new HashSet<>();
        for (JsonNode partition : partitions) {
            if (!partition.canConvertToInt() || !partition.isIntegralNumber()) {
                throw Requests.wrong("partitions: must be numbers, such as [0, 2]");
            }
            named.add(partition.asInt());
        }
        return named;
    }

    private static List<String> texts(JsonNode list, String field) {
        List<String> texts = new ArrayList<>();
        if (list.isTextual()) {
            texts.add(list.asText());
        }
        for (JsonNode text : list) {
            if (!text.isTextual()) {
                throw Requests.wrong(field + ": must be a list of texts, such as [\"label=billing-failure\"]");
            }
            texts.add(text.asText());
        }
        return texts;
    }

    /** Messages a second; 0 where nothing is said. */
    static int rate(JsonNode body) {
        @Nullable JsonNode rate = body.get("rate");
        return rate == null || rate.isNull() || rate.asText().equals("0") ? 0 : BoundWords.rate("rate", rate.asText());
    }
}
