package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.Caller;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.config.AdminUser.Role;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Map;

/** Wraps every handler that makes a change, so that each writes one audit line, whatever its result. */
final class AuditLog {

    /** The names of path parameters in the log. */
    private static final Map<String, String> TARGETS = Map.of(
            "case",
            "coordinates",
            "identity",
            "identity",
            "id",
            "replay",
            "delivery",
            "delivery",
            "campaign",
            "campaign");

    /** Makes a change and answers the request. It adds fields to the line, and sets the result as soon as it is known. */
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
     * A handler of a change, with error responses.
     *
     * @param action the name of the command
     */
    Handler of(String action, Change change) {
        return of(action, Role.OPERATOR, change);
    }

    /** @param role who may make the change */
    Handler of(String action, Role role, Change change) {
        return request -> {
            AuditLine line = new AuditLine(action, instance);
            request.pathParamMap().forEach((name, value) -> line.with(TARGETS.getOrDefault(name, name), value));
            try {
                ErrorResponses.of(checked -> {
                            Caller caller = access.caller(checked);
                            // Before the role is checked: who tried is recorded too.
                            line.by(caller.name());
                            caller.require(role);
                            change.make(checked, line);
                        })
                        .handle(request);
                line.ended(AuditLine.Result.DONE);
            } catch (ProblemException e) {
                line.with("status", e.status()).with("why", e.getMessage());
                line.ended(e.status() < 500 ? AuditLine.Result.REFUSED : AuditLine.Result.FAILED);
                throw e;
            } catch (Exception | Error e) {
                // Other failures are logged under an id by the error mapping.
                line.with("status", 500).with("why", e.getClass().getName());
                line.ended(AuditLine.Result.FAILED);
                throw e;
            }
        };
    }
}
