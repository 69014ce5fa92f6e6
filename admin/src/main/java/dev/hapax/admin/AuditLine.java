package dev.hapax.admin;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** The audit log line of one change: actor, action, reason and result as fields. Used by one thread. */
public final class AuditLine {

    public static final String LOGGER = "dev.hapax.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

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

    private final String action;
    private final String instance;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private String actor = Access.NOBODY_IN_PARTICULAR;
    private boolean written;

    public AuditLine(String action, String instance) {
        this.action = action;
        this.instance = instance;
    }

    public void by(String name) {
        actor = name;
    }

    public String actor() {
        return actor;
    }

    /** @param value null if absent */
    public AuditLine with(String field, @Nullable Object value) {
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
        LoggingEventBuilder line = LOG.atInfo().addKeyValue("action", action).addKeyValue("actor", actor);
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            line = line.addKeyValue(field.getKey(), field.getValue());
        }
        line.addKeyValue("outcome", result.code())
                .addKeyValue("instance", instance)
                .log("{}: {}", action, result.code());
    }
}
