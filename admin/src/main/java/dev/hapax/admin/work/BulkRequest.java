package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.operations.quarantine.CaseFilter;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A bulk request: the matching cases and the change.
 *
 * @param all instead of a filter
 */
record BulkRequest(
        CaseFilter.Words cases, boolean all, @Nullable String reason, boolean force, boolean execute) {

    static final String[] REPLAY = {"filter", "all", "reason", "force", "execute"};
    static final String[] DROP = {"filter", "all", "reason", "execute"};

    private static final List<String> FILTER =
            List.of("reason", "disposition", "source", "identity", "state", "owner", "since", "until");

    static BulkRequest of(JsonNode body) {
        CaseFilter.Words cases = cases(body.path("filter"));
        boolean all = Requests.flag(body, "all");
        // A change of every case must be requested explicitly.
        if (all == cases.any()) {
            throw Requests.wrong(
                    "filter: is required, such as {\"reason\":[\"UNREADABLE\"]}. Set \"all\":true instead for all unresolved cases.");
        }
        return new BulkRequest(
                cases,
                all,
                Requests.text(body, "reason"),
                Requests.flag(body, "force"),
                Requests.flag(body, "execute"));
    }

    private static CaseFilter.Words cases(JsonNode filter) {
        if (!filter.isObject() && !filter.isMissingNode() && !filter.isNull()) {
            throw Requests.wrong("filter: must be an object with " + String.join(", ", FILTER));
        }
        Set<String> unknown = new TreeSet<>();
        filter.fieldNames().forEachRemaining(unknown::add);
        FILTER.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw Requests.wrong("filter: has unknown fields. Known: " + String.join(", ", FILTER));
        }
        return new CaseFilter.Words(
                list(filter, "reason"),
                list(filter, "disposition"),
                list(filter, "source"),
                text(filter, "identity"),
                list(filter, "state"),
                text(filter, "owner"),
                text(filter, "since"),
                text(filter, "until"));
    }

    /** Rejects an empty list, because it would match everything. */
    private static List<String> list(JsonNode filter, String field) {
        List<String> texts = Requests.texts(filter, field, "[\"…\"]");
        if (texts.stream().anyMatch(text -> text.isBlank() || text.contains(","))
                || (texts.isEmpty() && filter.hasNonNull(field))) {
            throw Requests.wrong("filter." + field + ": must be a non-empty list of strings.");
        }
        return texts;
    }

    private static @Nullable String text(JsonNode filter, String field) {
        String text = Requests.text(filter, field);
        if (text != null && text.isBlank()) {
            throw Requests.wrong("filter." + field + ": must not be empty. Omit it to match everything.");
        }
        return text;
    }

    CaseFilter filter(Instant now) {
        return cases.filter("filter.", "reason", now);
    }

    /** The command line of the same change, or of the same count. */
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
