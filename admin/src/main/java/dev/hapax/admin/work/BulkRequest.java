package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseWords;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which cases are meant, and what all of them are to be done, as a request says it.
 *
 * @param all said instead of a filter
 */
record BulkRequest(CaseWords cases, boolean all, @Nullable String reason, boolean force, boolean execute) {

    static final String[] REPLAY = {"filter", "all", "reason", "force", "execute"};
    static final String[] DROP = {"filter", "all", "reason", "execute"};

    private static final List<String> FILTER =
            List.of("reason", "disposition", "source", "identity", "state", "owner", "since", "until");

    static BulkRequest of(JsonNode body) {
        CaseWords cases = cases(body.path("filter"));
        boolean all = Requests.flag(body, "all");
        // What leaves nothing out would be done to every case, so it has to be said, and by nothing else.
        if (all == cases.any()) {
            throw Requests.wrong(
                    "filter: which cases? Give either a filter, such as {\"reason\":[\"UNREADABLE\"]}, or \"all\":true");
        }
        return new BulkRequest(
                cases,
                all,
                Requests.text(body, "reason"),
                Requests.flag(body, "force"),
                Requests.flag(body, "execute"));
    }

    private static CaseWords cases(JsonNode filter) {
        if (!filter.isObject() && !filter.isMissingNode() && !filter.isNull()) {
            throw Requests.wrong("filter: must be an object with " + String.join(", ", FILTER));
        }
        Set<String> unknown = new TreeSet<>();
        filter.fieldNames().forEachRemaining(unknown::add);
        FILTER.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw Requests.wrong("filter: has what is not known here: must be of " + String.join(", ", FILTER));
        }
        return new CaseWords(
                list(filter, "reason"),
                list(filter, "disposition"),
                list(filter, "source"),
                text(filter, "identity"),
                list(filter, "state"),
                text(filter, "owner"),
                text(filter, "since"),
                text(filter, "until"));
    }

    /** An empty list would leave nothing out, which is not what a list is given for. */
    private static List<String> list(JsonNode filter, String field) {
        List<String> texts = Requests.texts(filter, field, "[\"…\"]");
        if (texts.stream().anyMatch(text -> text.isBlank() || text.contains(","))
                || (texts.isEmpty() && filter.hasNonNull(field))) {
            throw Requests.wrong("filter." + field + ": must be a list of texts, and not an empty one");
        }
        return texts;
    }

    private static @Nullable String text(JsonNode filter, String field) {
        String text = Requests.text(filter, field);
        if (text != null && text.isBlank()) {
            throw Requests.wrong("filter." + field + ": must say something; leave it out where it does not matter");
        }
        return text;
    }

    CaseFilter filter(Instant now) {
        return cases.filter("filter.", "reason", now);
    }

    /** The command line that does the same, or counts the same. */
    CommandLine command(String verb) {
        return selecting(new CommandLine("quarantine " + verb))
                .with("--reason", reason)
                .with("--force", force)
                .with("--yes", execute);
    }

    private CommandLine selecting(CommandLine command) {
        return command.with("--all", all)
                .with("--code", String.join(",", cases.reasons()))
                .with("--disposition", String.join(",", cases.dispositions()))
                .with("--source", String.join(",", cases.sources()))
                .with("--identity", cases.identity())
                .with("--state", String.join(",", cases.states()))
                .with("--owner", cases.owner())
                .with("--since", cases.since())
                .with("--until", cases.until());
    }
}
