package dev.hapax.logs;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** The name under which the lines of this process are gathered with those of other instances. */
public final class LogInstance {

    static final String FIELD = "instance";

    private LogInstance() {}

    /** From now on every line for machines has it. */
    public static void name(String instance) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.putProperty(FIELD, instance);
        }
    }
}
