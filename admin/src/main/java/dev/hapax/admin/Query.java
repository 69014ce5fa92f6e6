package dev.hapax.admin;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Query parameters that several parts of the API share. */
public final class Query {

    /** In characters. Requests may contain such a token in the query or as a header. */
    public static final int LONGEST_TOKEN = 32 * 1024;

    private static final int USUAL_LIMIT = 50;
    private static final int HIGHEST_LIMIT = 500;
    private static final int LONGEST_SHOWN = 40;

    private Query() {}

    /** Rejects unknown parameters: otherwise a misspelled filter would be ignored unnoticed. */
    public static void only(Context request, Collection<String> known) {
        TreeSet<String> unknown = new TreeSet<>(request.queryParamMap().keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            String first = unknown.first();
            throw wrong("Unknown parameter '"
                    + (first.length() > LONGEST_SHOWN ? first.substring(0, LONGEST_SHOWN) + "…" : first)
                    + "'. "
                    + (known.isEmpty() ? "This path has no parameters." : "Known: " + String.join(", ", known)));
        }
    }

    /** A handler without parameters. */
    public static Handler none(Handler handler) {
        return request -> {
            only(request, List.of());
            handler.handle(request);
        };
    }

    /** The requested number of items. */
    public static int limit(Context request) {
        String text = request.queryParam("limit");
        if (text == null) {
            return USUAL_LIMIT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= HIGHEST_LIMIT) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the rule.
        }
        throw wrong("limit: '" + text + "' must be a number from 1 to " + HIGHEST_LIMIT);
    }

    private static ProblemException wrong(String detail) {
        return new ProblemException(400, "Bad Request", detail);
    }
}
