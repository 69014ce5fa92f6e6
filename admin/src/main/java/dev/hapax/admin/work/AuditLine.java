package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** The audit log line of one change: actor, action, reason and result as fields. Used by one thread. */
final class AuditLine {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.LOGGER);

    private final String action;
    private final String instance;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private String actor = Access.NOBODY_IN_PARTICULAR;
    private boolean written;

    /** The result of a change. */
    enum Outcome {
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

    AuditLine(String action, String instance) {
        this.action = action;
        this.instance = instance;
    }

    void by(String name) {
        actor = name;
    }

    String actor() {
        return actor;
    }

    /** @param value null if absent */
    AuditLine with(String field, @Nullable Object value) {
        if (value != null) {
            fields.put(field, value);
        }
        return this;
    }

    /** Writes the line once; later calls are ignored. */
    void ended(Outcome outcome) {
        if (written) {
            return;
        }
        written = true;
        LoggingEventBuilder line = LOG.atInfo().addKeyValue("action", action).addKeyValue("actor", actor);
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            line = line.addKeyValue(field.getKey(), field.getValue());
        }
        line.addKeyValue("outcome", outcome.code())
                .addKeyValue("instance", instance)
                .log("{}: {}", action, outcome.code());
    }
}
