package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Map;

/** Stands round every handler that changes something, so that however it ends, one line of the log says so. */
final class AuditLog {

    static final String LOGGER = "dev.hapax.audit";

    /** What a parameter of a path is called in the log, there as elsewhere. */
    private static final Map<String, String> TARGETS =
            Map.of("case", "coordinates", "identity", "identity", "id", "replay");

    /** Makes a change and answers the request; adds to the line what it learns, and says how it ended as soon as that is settled. */
    interface Change {
        void make(Context request, AuditLine line) throws Exception;
    }

    private final Access access;
    private final String instance;

    AuditLog(AdminContext context) {
        this(context.access(), Peers.address(context.peers().self()));
    }

    AuditLog(Access access, String instance) {
        this.access = access;
        this.instance = instance;
    }

    /**
     * A handler of a change, whose failures are told.
     *
     * @param action as the command line calls it
     */
    Handler of(String action, Change change) {
        return request -> {
            AuditLine line = new AuditLine(action, instance);
            request.pathParamMap().forEach((name, value) -> line.with(TARGETS.getOrDefault(name, name), value));
            try {
                ErrorResponses.of(told -> {
                            line.by(access.writer(told));
                            change.make(told, line);
                        })
                        .handle(request);
                line.ended(AuditLine.Outcome.DONE);
            } catch (ProblemException e) {
                line.with("status", e.status()).with("why", e.getMessage());
                line.ended(e.status() < 500 ? AuditLine.Outcome.REFUSED : AuditLine.Outcome.FAILED);
                throw e;
            } catch (Exception | Error e) {
                // The rest is logged under an id, by whoever tells the client.
                line.with("status", 500).with("why", e.getClass().getName());
                line.ended(AuditLine.Outcome.FAILED);
                throw e;
            }
        };
    }
}
