package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.AdminContext;
import dev.hapax.admin.Caller;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import dev.hapax.config.AdminUser.Role;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Wraps every handler that makes a change, so that each writes one audit line, whatever its result. */
public final class AuditLog {

    public static final String LOGGER = "dev.hapax.audit";

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
        void make(Context request, Line line) throws Exception;
    }

    /** The result of a change. */
    public enum Result {
        DONE,
        /** It continues in the background. */
        BEGUN,
        /** It is recorded, and will be executed. */
        WAITING,
        /** It had been done before; nothing changed. */
        ALREADY,
        REFUSED,
        FAILED;

        private String code() {
            return name().toLowerCase(Locale.ROOT);
        }
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
            Line line = new Line(action, instance);
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
                line.ended(Result.DONE);
            } catch (ProblemException e) {
                line.with("status", e.status()).with("why", e.getMessage());
                line.ended(e.status() < 500 ? Result.REFUSED : Result.FAILED);
                throw e;
            } catch (Exception | Error e) {
                // Other failures are logged under an id by the error mapping.
                line.with("status", 500).with("why", e.getClass().getName());
                line.ended(Result.FAILED);
                throw e;
            }
        };
    }

    /** The audit log line of one change: actor, action, reason and result as fields. Used by one thread. */
    public static final class Line {

        private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

        private final String action;
        private final String instance;
        private final Map<String, Object> fields = new LinkedHashMap<>();
        private String actor = Access.NOBODY_IN_PARTICULAR;
        private boolean written;

        public Line(String action, String instance) {
            this.action = action;
            this.instance = instance;
        }

        public void by(String name) {
            actor = name;
        }

        String actor() {
            return actor;
        }

        /** @param value null if absent */
        public Line with(String field, @Nullable Object value) {
            if (value != null) {
                fields.put(field, value);
            }
            return this;
        }

        /** Writes the line once; later calls are ignored. */
        public void ended(Result result) {
            if (written) {
                return;
            }
            written = true;
            LoggingEventBuilder line =
                    LOG.atInfo().addKeyValue("action", action).addKeyValue("actor", actor);
            for (Map.Entry<String, Object> field : fields.entrySet()) {
                line = line.addKeyValue(field.getKey(), field.getValue());
            }
            line.addKeyValue("outcome", result.code())
                    .addKeyValue("instance", instance)
                    .log("{}: {}", action, result.code());
        }
    }
}
